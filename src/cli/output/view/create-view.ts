import { Failure } from '../../errors/failure.ts';
import { compactJson, indentJson } from '../json-text.ts';
import { itemsOf } from './document-items.ts';
import type { Source, Target, View, ViewFlags } from './view.ts';

/**
 * Creates the view that the flags ask for. A document goes through these steps, all of them from text
 * to text and without I/O: selection (a smaller document), then format (the printed text). The code of a
 * step is imported here, so that it is evaluated only if it is used.
 *
 * @throws {Failure} if the flags are invalid; call it before a request is sent
 */
export async function createView(flags: ViewFlags, source: Source, target: Target): Promise<View> {
  const { jq, maxBytes, ...rest } = flags;
  if (jq !== undefined) return (await import('./jq-view.ts')).jqView(flags, source, target);
  if (maxBytes !== undefined) {
    const { boundedView } = await import('./bounded-view.ts');
    return boundedView((once) => createView(rest, source, once), maxBytes, { source, target });
  }
  if (flags.fields === undefined) return formatView(flags, source, target);
  const { FieldSelection, parseFields } = await import('./select-fields.ts');
  const selection = new FieldSelection(parseFields(flags.fields), source, target);
  const view = await formatView(flags, source, target, selection.paths);
  return { ...view, render: async (json, place) => view.render(selection.select(json), place) };
}

async function formatView(
  { format = 'json', compact: isCompact }: ViewFlags,
  source: Source,
  target: Target,
  fields?: readonly string[],
): Promise<View> {
  if (isCompact && (format === 'table' || format === 'csv' || format === 'tsv')) {
    throw new Failure('conflicting_option', `--compact cannot be used with --format ${format}`);
  }
  if (format === 'table')
    return (await import('./table-view.ts')).tableView(fields, source, target);
  if (format === 'csv' || format === 'tsv') {
    const { separatedView } = await import('./separated-view.ts');
    return separatedView({ format, fields }, source, target);
  }
  const colored = target.hasColor ? (await import('./color-json.ts')).colorJson : unchanged;
  if (format === 'jsonl') {
    const line = (item: string) => `${colored(compactJson(item))}\n`;
    return {
      streams: !target.terminal?.hasPager,
      render: async (json) => itemsOf(json, source).map(line).join(''),
    };
  }
  const layOut = isCompact ? compactJson : indentJson;
  return {
    streams: false,
    render: async (json) => `${colored(layOut(target.redact(json)))}\n`,
  };
}

function unchanged(text: string): string {
  return text;
}
