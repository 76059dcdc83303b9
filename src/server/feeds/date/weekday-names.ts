import { once } from '../../../contract/once.ts';
import { foldDate } from './fold-date.ts';

/** The names of the days of the week, in the languages of the names of months. */
const names = `
  mon monday tue tues tuesday wed weds wednesday thu thur thurs thursday fri friday sat saturday sun sunday
  mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag sonnabend so sonntag
  lun lundi mar mardi mer mercredi jeu jeudi ven vendredi sam samedi dim dimanche
  lunes martes mie miercoles jue jueves vie viernes sab sabado dom domingo
  seg segunda segunda-feira ter terca terca-feira qua quarta quarta-feira qui quinta quinta-feira sex sexta sexta-feira
  lunedi martedi mercoledi gio giovedi venerdi sabato domenica
  dl dilluns dt dimarts dc dimecres dj dijous dv divendres ds dissabte dg diumenge
  ma maandag dinsdag wo woensdag donderdag vr vrijdag za zaterdag zo zondag
  man mandag tir tirs tirsdag ons onsdag tor torsdag fre fredag lor lordag son sondag
  mandag tis tisdag tors lordag manadag
  ma ti ke to pe la su maanantai maanantaina tiistai tiistaina keskiviikko keskiviikkona torstai torstaina perjantai perjantaina lauantai lauantaina sunnuntai sunnuntaina
  pon poniedzialek wt wtorek sr sroda czw czwartek pt piatek sob sobota ndz niedz niedziela
  pondeli po ut utery st streda ct ctvrtek pa patek so ne nedele pondelok pi utorok stvrtok piatok nedela
  sze cs szo hetfo kedd szerda csutortok pentek szombat vasarnap
  luni marti miercuri vin dum joi vineri sambata duminica
  пн понедельник вт вторник ср среда чт четверг пт пятница сб суббота вс воскресенье
  понеділок вівторок середа четвер п'ятниця субота неділя понеделник сряда четвъртък петък събота неделя нд
  δευτερα τριτη τεταρτη πεμπτη παρασκευη σαββατο κυριακη δευ τρι τετ πεμ παρ σαβ κυρ
  pzt pazartesi sal sali car carsamba per persembe cum cuma cmt cumartesi paz pazar
  sen sel rab kam jum min senin selasa rabu kamis jumat sabtu minggu
  الاثنين الثلاثاء الاربعاء الخميس الجمعة السبت الاحد
`;

const weekdays = once(() => new Set(foldDate(names).split(' ')));

/** Whether a folded word is the name of a day of the week. */
export function isWeekday(word: string): boolean {
  return weekdays().has(word);
}
