import { fold } from '../search/text/fold.ts';
import type { StoryWord } from './story-words.ts';

/**
 * Kinds of events with the words that state them: English, then other languages. A word that ends in
 * an asterisk is the beginning of words. The position of a kind is its bit in a fingerprint.
 */
const kinds = [
  // Withdraw
  'withdr* abandon* cancel* scrap scraps scrapped abort* terminat* rescind* zieht zuruck zuruckgezog* zuruckzieh* abgesagt* absag* retire retirent renonc* annul* retira retiran retiro cancela* ritira* rinunci* trekt intrekk* ingetrokken отозва* отзыва* отмен* отказал* iptal سحب يسحب انسحب إلغاء ألغت 撤回 撤销 取消 中止 철회 취소',
  // Reject
  'reject* rebuff* refus* spurn* veto* deni* deny denies block blocks blocked ablehn* abgelehnt* lehnt verweiger* blockier* rejet* rechaz* rejeit* recus* respin* rifiut* verwerp* weiger* отклон* отверг* reddet* رفض يرفض ترفض 拒否 拒绝 否決 否决 거부',
  // Approve
  'approv* clear clears cleared authoriz* authoris* ratif* endors* genehmig* zugestimmt stimmt billigt approuv* autoris* aprueb* aprob* autoriza* aprova* approva* autorizza* keurt goedgekeurd* одобр* разреш* onayla* وافق توافق يوافق 承認 批准 승인',
  // Agree
  'agree agrees agreed agreement* accept* accord accords pact deal deals settle settles settled settlement* sign signs signed einig* vereinbar* abkommen accepte* signe signent acuerd* acept* firma firman acord* aceita* assina* accett* akkoord* overeen* соглас* соглаш* подпис* anlas* imzala* اتفاق اتفق وقع 合意 协议 同意 署名 签署 합의',
  // Bid
  'bid bids offer offers proposal propos* bietet angebot* gebot offre offres propose* ofert* ofrece* propon* oferece* offert* bieden предлож* предлага* teklif* عرض 提案 提议 报价 제안',
  // Buy
  'buy buys bought acquir* acquisition* takeover* purchas* kauft kaufen ubernimmt ubernahm* erwirb* achete* rachat rachete* acquier* compra* adquier* adquir* acquist* koopt overnam* купи* покупа* приобр* satin شراء اشترت استحواذ 買収 收购 인수',
  // Sell
  'sell sells sold divest* verkauf* vend vendent vendu* cession cede vende* vendio vendita verkoop* verkocht* прода* بيع باعت 売却 出售 매각',
  // Merge
  'merg* fusion* verschmelz* samenvoeg* слия* слива* birles* اندماج 合併 合并 합병',
  // Rise
  'rise rises rose risen raise raises raised rais* hike hikes hiked increas* jump* climb* surg* soar* gains gained steig* gestiegen anheb* erhoh* hausse augment* releve sube suben subio aument* sobe sobem subiu rialz* stijg* gestegen verhoog* выро* повы* рост раст* yuksel* artir* ارتفع رفع يرفع ترتفع 上昇 上涨 引上 加息 인상 상승',
  // Fall
  'fall falls fell fallen cut cuts lower lowers lowered declin* drop drops dropped slump* tumbl* plung* reduc* slash* sink* fallt gefallen sinkt sinken senk* gesenkt kurz* baisse* recul* chute* abaiss* cae caen cayo baja bajan bajo rebaj* recort* cai caem caiu reduz* scend* cala calano tagli* daalt dalen gedaald verlaag* пада* упа* сниз* сниж* indir* انخفض خفض يخفض تراجع 下落 下跌 引下 降息 인하 하락',
  // Die
  'toll dies died dead death deaths kill* fatal* tote toten stirbt starb gestorben getotet* mort morts morte meurt tue tues tuee* muert* muere* mata matan matado* morre* morto* morti muore uccis* dood doden sterft overled* погиб* умер* убит* смерт* oldu olu oldur* قتل قتلى مقتل وفاة توفي 死亡 死者 사망',
  // Injure
  'injur* wound* hurt hurts verletz* bless* herid* ferid* ferit* gewond* ранен* постра* yaral* جرح جرحى إصابة 負傷 受伤 부상',
  // Arrest
  'arrest* detain* indict* charged festgenomm* verhaft* angeklagt* arret* inculp* detien* detenid* deteni* prende* preso presos indagat* aangehoud* gearresteerd* арест* задерж* обвин* tutukla* gozalt* اعتقل اعتقال توقيف 逮捕 起訴 起诉 체포 기소',
  // Convict
  'convict* sentenc* guilty jailed verurteil* condamn* conden* condann* veroordeel* осуд* приговор* mahkum* أدان إدانة 有罪 判決 判决 유죄',
  // Acquit
  'acquit* exonerat* dismiss dismisses dismissed overturn* freigesprochen* acquitt* absuel* absolv* absolt* assol* vrijgesproken* оправда* beraat براءة 無罪 无罪 무죄',
  // Sue
  'sue sues sued suit lawsuit* verklag* klagt klage poursui* plainte demanda* processa* querel* rechtszaak иск دعوى 提訴 소송',
  // Resign
  'resign* quit quits oust* sack* fires fired zuruckgetreten rucktritt* entlass* demission* limog* dimit* dimission* renunci* demit* aftreed* afgetreden ontsla* отстав* уволен* istifa استقال استقالة أقال 辞任 辞職 辞职 사임',
  // Appoint
  'appoint* elect elects elected names named nominat* ernenn* ernannt* gewahlt* nomm* elu elue elig* elegid* nombr* eleit* nomei* elett* nomin* benoem* gekozen назнач* избра* atan* secil* عين تعيين انتخب 任命 当選 当选 임명 당선',
  // Strike
  'strike strikes struck walkout* streik* greve* huelga* sciopero scioper* staking* забаст* grev إضراب ストライ 罢工 파업',
  // End
  'end ends ended stop stops stopped halt* suspend* close closes closed shut* beend* gestoppt stoppt ausgesetzt schliess* geschlossen fin arrete* suspen* ferme* termin* cierra* cierre encerr* fecha* finisce chiud* sospen* stopt beeindig* sluit gesloten закры* приостан* прекра* заверш* bitir* durdur* kapat* توقف أوقف إغلاق انتهى 終了 停止 结束 关闭 종료 중단',
  // Begin
  'begin begins began start starts started launch* open opens opened resum* reopen* restart* beginn* begann startet eroffn* wieder commenc* lance* ouvre* repren* reprise comienz* inici* lanza* abre* reanud* comec* lanca* retom* inizi* lancia* apre riapr* begint hervat* нача* запус* откры* возобнов* basla* yeniden بدأ أطلق افتتح استأنف 開始 开始 再開 发布 発売 시작 재개',
  // Attack
  'attack* bomb* shell* missile* invad* invasion angriff* angegriffen greift attaqu* ataqu* ataca* attacc* aanval* атак* напад* обстрел* saldir* هجوم هاجم قصف 攻撃 攻击 袭击 공격',
  // Truce
  'truce ceasefire cease-fire peace waffenstillstand* waffenruhe frieden* cessez-le-feu treve paix tregua paz cessar-fogo bestand staakt-het-vuren перемир* мир ateskes baris هدنة سلام 停戦 停火 휴전',
  // Crash
  'crash* collid* collision derail* explo* sank capsiz* absturz* abgesturzt* entgleis* exploded unfall accident* naufrag* choca* estrell* descarril* schianto esplo* botsing* neergestort* крушен* взрыв* столкн* kaza patla* تحطم انفجار اصطدام 墜落 爆発 爆炸 坠毁 추락 폭발',
  // Bankruptcy
  'bankrupt* insolv* chapter receivership liquidat* konkurs* pleite* faillite* quiebra bancarrota falencia fallimento faillissement банкрот* iflas إفلاس 破産 破产 파산',
  // Default
  'default* moratorium zahlungsausfall* moratori* impago calote дефолт temerrut تخلف 債務不 违约 디폴트',
  // Recall
  'recall* ruckruf* zuruckgeruf* rappel* rappelle* retirada recolh* richiam* terugroep* teruggeroepen отзыв* استدعاء リコール 召回 리콜',
  // Delay
  'delay* postpon* defer* verschieb* verschob* verzoger* retard* aplaz* retras* rinvi* ritard* uitgesteld* uitstel* отлож* перенес* ertele* تأجيل أجل 延期 推迟 연기',
  // Warn
  'warn* threat* warnt gewarnt droht drohen averti* menac* advier* advirt* amenaz* alert* ameac* avvert* minacc* waarschuw* dreig* предупре* угрож* uyar* tehdit حذر يحذر هدد 警告 威胁 경고',
  // Win
  'win wins won victory award* gewinn* gewann gewonnen sieg* gagne* victoire remport* gana ganan gano victoria vence* venceu ganha* vitoria vince vincono vittoria wint winnen выигр* побед* kazan* فاز يفوز فوز 勝利 获胜 赢得 승리',
  // Lose
  'lose loses lost defeat* verlier* verlor* niederlage perd perdent defaite pierde* perdio derrota* perde* perdeu perdono sconfitt* verliest verloren проигр* потер* kaybet* yenil* خسر هزيمة 敗北 失败 패배',
  // Fine and sanction
  'fine fines fined penalt* sanction* bussgeld* strafe geldstrafe* amende* sanzion* multa* sancion* sanco* boete* sancties штраф* санкци* ceza* yaptirim* غرامة عقوبات 罰金 制裁 罚款 벌금 제재',
  // Ban
  'ban bans banned prohibit* outlaw* embargo* verbiet* verbot* verboten interdi* prohib* proib* verbied* запре* yasak* حظر يحظر 禁止 금지',
  // Free
  'free frees freed releas* rescu* freigelassen* befrei* gerettet* liber* sauv* rescat* resgat* salva* bevrijd* gered освобо* спас* serbest kurtar* أفرج إفراج إنقاذ 釈放 救助 释放 석방 구조',
  // Evacuate
  'evacu* evakuier* эваку* tahliye إجلاء 避難 疏散 대피',
  // Confirm
  'confirm* bestatig* conferm* bevestig* подтвер* dogrula* أكد تأكيد 確認 确认 확인',
  // Correct
  'correct corrects corrected correction* corrige* retract* berichtig* korrektur* rectif* correcc* correc* rettific* rectificatie исправл* duzeltme تصحيح 訂正 更正 정정',
  // Pass a law, vote
  'vote votes voted passes passed enact* stimmt abgestimmt verabschied* adopt* aprob* stemt aangenomen голосов* приня* oyla* تصويت صوت 可決 表决 通過 通过 가결',
] as const;

/** Bytes of a set of kinds. */
export const eventBytes = Math.ceil(kinds.length / 8);

const exactWords = new Map<string, number[]>();
const beginnings = new Map<string, number[]>();
for (const [kind, list] of kinds.entries()) {
  for (const entry of list.split(' ')) {
    const isBeginning = entry.endsWith('*');
    const word = fold(isBeginning ? entry.slice(0, -1) : entry);
    const index = isBeginning ? beginnings : exactWords;
    index.set(word, [...(index.get(word) ?? []), kind]);
  }
}
const minBeginning = Math.min(...[...beginnings.keys()].map(({ length }) => length));
const maxBeginning = Math.max(...[...beginnings.keys()].map(({ length }) => length));

/** The kinds of events that a word states. */
export function eventsOf(word: string): number[] {
  const found = [...(exactWords.get(word) ?? [])];
  for (let length = minBeginning; length <= Math.min(maxBeginning, word.length); length += 1) {
    found.push(...(beginnings.get(word.slice(0, length)) ?? []));
  }
  return found;
}

/** The kinds of events that the words state. */
export function statedEvents(storyWords: readonly StoryWord[]): Set<number> {
  return new Set(storyWords.flatMap(({ word }) => eventsOf(word)));
}
