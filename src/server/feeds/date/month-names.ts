import { once } from '../../../contract/once.ts';
import { foldDate } from './fold-date.ts';

/**
 * The names of the months in lowercase, from January, with their forms in dates: English,
 * German, French, Spanish, Portuguese, Italian, Catalan, Dutch, Danish, Norwegian, Swedish, Finnish,
 * Polish, Czech, Slovak, Hungarian, Romanian, Russian, Ukrainian, Bulgarian, Greek, Turkish,
 * Indonesian and Arabic. A name that means another month in one of them is missing.
 */
const names: readonly string[] = [
  'jan january januar janner januari janvier janv janeiro enero ene gennaio gen gener tammikuuta stycznia styczen sty ledna leden januara ianuarie ian январь января янв січня січ януари ιανουαριου ιαν ocak oca يناير',
  'feb february februar februari fevrier fevr fevereiro fev febrero febbraio febrer febr helmikuuta lutego luty lut unora unor februara februarie февраль февраля фев февр лютого лют февруари φεβρουαριου φεβ subat sub فبراير',
  'mar march marz maerz mrz mars mars marco marzo marc maart mrt marts maaliskuuta marca marcius marzec brezna brezen martie март марта мар березня бер μαρτιου μαρ mart maret مارس',
  'apr april avril avr abril abr aprile huhtikuuta kwietnia kwiecien kwi dubna duben aprila aprilis aprilie апрель апреля апр квітня квіт април απριλιου απρ nisan nis ابريل',
  'may mai mayo maio maggio mag maig mei maj toukokuuta maja kvetna kveten majus май мая травня трав μαιου μαι mayis مايو',
  'jun june juni juin junio junho giugno giu juny kesakuuta czerwca czerwiec cze cervna cerven juna junius iunie iun июнь июня июн червня черв юни ιουνιου ιουν haziran haz يونيو يونيه',
  'jul july juli juillet juil julio julho luglio lug juliol heinakuuta lipca lipiec lip cervence cervenec jula julius iulie iul июль июля июл липня лип юли ιουλιου ιουλ temmuz tem يوليو يوليه',
  'aug august aout agosto ago ag agost augustus augusti elokuuta sierpnia sierpien sie srpna srpen augusta augusztus август августа авг серпня серп αυγουστου αυγ agustos agu agustus اغسطس',
  'sep sept september septembre septiembre setembro settembre set setembre syyskuuta wrzesnia wrzesien wrz zari septembra szeptember szept septembrie сентябрь сентября сен сент вересня вер септември σεπτεμβριου σεπ eylul eyl سبتمبر',
  'oct october oktober octobre octubre outubro out ottobre ott okt lokakuuta pazdziernika pazdziernik paz rijna rijen oktobra octombrie октябрь октября окт жовтня жовт октомври οκτωβριου οκτ ekim eki اكتوبر',
  'nov november novembre noviembre novembro marraskuuta listopada listopad lis listopadu novembra noiembrie noi ноябрь ноября ноя нояб листопада лист ноември νοεμβριου νοε kasim kas نوفمبر',
  'dec december dezember dez decembre diciembre dic dezembro dicembre desembre desember des joulukuuta grudnia grudzien gru prosince prosinec decembra decembrie декабрь декабря дек грудня груд декември δεκεμβριου δεκ aralik ara ديسمبر',
];

/** Folding them takes milliseconds, and the dates of most news have no names. */
const months = once(
  () =>
    new Map(
      names.flatMap((line, index) =>
        foldDate(line)
          .split(' ')
          .map((name) => [name, index + 1] as const),
      ),
    ),
);

/** The month (1 to 12) of a folded name; `undefined` if it is unknown. */
export function monthOf(name: string): number | undefined {
  return months().get(name);
}
