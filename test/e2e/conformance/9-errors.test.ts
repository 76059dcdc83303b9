import { checkSection } from '../../helpers/conformance.ts';

checkSection('9');
