/** Invented stories of one language, and prompts with the stories that they must find: no others. */
export interface LanguageCase {
  language: string;
  /** `id: title | text`. */
  stories: Record<string, string>;
  /** Prompt and ids. Those of even index are used for tuning, the others are held out. */
  prompts: readonly (readonly [prompt: string, found: string])[];
}

export const languageCases: readonly LanguageCase[] = [
  {
    language: 'German',
    stories: {
      rate: 'Notenbank Lumeriens hebt Leitzins auf 4,5 Prozent | Die Währungshüter begründeten den Schritt mit der Teuerung.',
      strike:
        'Lokführer legen Arbeit nieder | Der Warnstreik der Bahn dauert bis Freitag, Züge fallen in ganz Bayern aus.',
      fine: 'Kartellamt verhängt 180 Millionen Euro Bußgeld gegen Zementhersteller Brockwerk | Das Unternehmen will klagen.',
      small: 'Bußgeld von 40.000 Euro für Gastwirt aus Celle | Er hatte Hygieneregeln verletzt.',
      merger:
        'Versicherer Nordhaus und Alpina wollen fusionieren | Die Aktionäre stimmen im Mai über den Zusammenschluss ab.',
      quake: 'Schweres Erdbeben erschüttert Chile | In der Hafenstadt stürzten Häuser ein.',
      quakeIt: 'Beben in Mittelitalien beschädigt Kirchen | Die Stärke lag bei 5,1.',
      cars: 'Autobauer Velar streicht 3000 Stellen | Betroffen sind Werke in Hessen und Polen.',
    },
    prompts: [
      ['Sag mir Bescheid, wenn die Notenbank die Zinsen erhöht', 'rate'],
      ['Streiks bei der Bahn', 'strike'],
      ['Bußgelder von mehr als 100 Millionen Euro', 'fine'],
      ['Erdbeben, aber nicht in Italien', 'quake'],
      ['Stellenabbau oder Fusionen', 'cars merger'],
      ['Was gibt es Neues von Nordhaus oder Brockwerk?', 'merger fine'],
    ],
  },
  {
    language: 'French',
    stories: {
      rate: 'La banque centrale relève son taux directeur à 3,25 % | Les marchés attendaient ce geste contre la hausse des prix.',
      strike:
        'Grève des contrôleurs aériens : un vol sur deux annulé | Les syndicats réclament des embauches.',
      fine: 'Amende de 210 millions d’euros pour le géant du ciment Rocval | L’Autorité de la concurrence dénonce une entente.',
      small: 'Un boulanger écope d’une amende de 900 euros | Il avait ouvert sept jours sur sept.',
      bid: 'Norvalis lance une OPA sur son rival Alpentech | L’offre valorise le groupe à 2 milliards d’euros.',
      flood: 'Inondations meurtrières au Pakistan | Des milliers de familles ont été évacuées.',
      floodFr: 'Crue dans le Var : la ville inondée | Les écoles resteront fermées.',
      jobs: 'Le constructeur Velaux supprime 1 200 postes | Les suppressions toucheront deux usines en Belgique.',
    },
    prompts: [
      ['Prévenez-moi quand la banque centrale augmente ses taux', 'rate'],
      ['grèves dans le transport aérien', 'strike'],
      ['amendes de plus de 100 millions d’euros', 'fine'],
      ['inondations, sauf en France', 'flood'],
      ['suppressions d’emplois ou OPA', 'jobs bid'],
      ['Toute l’actualité de Norvalis ou de Rocval', 'bid fine'],
    ],
  },
  {
    language: 'Spanish',
    stories: {
      rate: 'El banco central sube los tipos de interés al 5 % | La decisión fue unánime, según el comunicado.',
      strike:
        'Los estibadores van a la huelga en los puertos | El paro comenzará el lunes a medianoche.',
      fine: 'Competencia multa con 95 millones de euros a la eléctrica Luzaria | La empresa recurrirá.',
      small: 'Multa de 3.000 euros a un bar de Lugo por ruido | Los vecinos se habían quejado.',
      merger: 'Los bancos Norbanca y Caja Ebro negocian su fusión | Las juntas votarán en junio.',
      quake: 'Un terremoto sacude el sur de Perú | El sismo dejó decenas de heridos.',
      quakeMx: 'Tiembla en Oaxaca, México | El sismo no causó daños.',
      quit: 'Dimite la ministra de Sanidad | La sustituirá su número dos.',
    },
    prompts: [
      ['Avísame cuando el banco central suba los tipos', 'rate'],
      ['huelgas o paros en los puertos', 'strike'],
      ['multas de más de 50 millones de euros', 'fine'],
      ['terremotos en América Latina, excepto México', 'quake'],
      ['Noticias sobre dimisiones de ministros', 'quit'],
      ['¿Qué hay de nuevo sobre Norbanca o Luzaria?', 'merger fine'],
    ],
  },
  {
    language: 'Portuguese',
    stories: {
      rate: 'Banco Central eleva a taxa de juros para 11% | A decisão foi unânime e o mercado já a esperava.',
      strike:
        'Motoristas de ônibus entram em greve em Recife | A paralisação atinge um milhão de passageiros.',
      fine: 'Petroquímica Valmira é multada em R$ 300 milhões | A empresa vai recorrer da multa.',
      buy: 'Varejista Lojaviva compra a rede Mercanorte por 2 bilhões | O negócio depende de aprovação.',
      flood: 'Enchentes deixam cem mil desabrigados no Paquistão | As chuvas continuam.',
      floodBr:
        'Inundação no Rio Grande do Sul, Brasil, fecha estradas | Bombeiros resgataram famílias.',
      quit: 'Ministro da Fazenda pede demissão | O presidente aceitou a renúncia.',
      museum: 'Museu reabre em Lisboa | A exposição fica até maio.',
    },
    prompts: [
      ['Avise-me quando o Banco Central aumentar os juros', 'rate'],
      ['greves no transporte', 'strike'],
      ['notícias sobre multas a empresas', 'fine'],
      ['inundações, exceto no Brasil', 'flood'],
      ['demissões de ministros', 'quit'],
      ['Quero saber tudo sobre a Lojaviva ou a Valmira', 'buy fine'],
    ],
  },
  {
    language: 'Italian',
    stories: {
      rate: 'La banca centrale alza i tassi di interesse al 4% | La decisione è stata presa all’unanimità.',
      strike: 'Sciopero dei treni: metà delle corse cancellate | I sindacati chiedono aumenti.',
      fine: 'Antitrust multa Cementival per 120 milioni di euro | La società farà ricorso.',
      small: 'Multa da 500 euro a un ristoratore di Pisa | Aveva i tavolini sul marciapiede.',
      buy: 'Bancalta acquisisce la rivale Credinord | L’operazione vale un miliardo.',
      quake: 'Terremoto in Turchia, crollano palazzi | Si scava tra le macerie.',
      quakeGr: 'Scossa di terremoto in Grecia | Nessun ferito, scuole chiuse.',
      quit: 'Si dimette il ministro della Difesa | Il premier assume l’interim.',
    },
    prompts: [
      ['Avvisami quando la banca centrale aumenta i tassi', 'rate'],
      ['scioperi nei trasporti ferroviari', 'strike'],
      ['multe di oltre 100 milioni di euro', 'fine'],
      ['terremoti, tranne in Grecia', 'quake'],
      ['dimissioni di ministri', 'quit'],
      ['Novità su Bancalta o Cementival', 'buy fine'],
    ],
  },
  {
    language: 'Dutch',
    stories: {
      rate: 'Centrale bank verhoogt de rente naar 3 procent | Het besluit was unaniem.',
      strike: 'Havenarbeiders leggen het werk neer in Vlissingen | De staking duurt tot vrijdag.',
      fine: 'Toezichthouder geeft Bouwnoord boete van 90 miljoen euro | Het bouwbedrijf gaat in beroep.',
      small: 'Boete van 400 euro voor visser uit Urk | Hij had geen vergunning.',
      buy: 'Supermarktketen Velmarkt neemt Kruidhof over | De overname kost 1,2 miljard euro.',
      flood: 'Overstromingen in Pakistan eisen levens | Duizenden huizen staan onder water.',
      floodBe: 'Overstroming in België: dorp geëvacueerd | Het water stijgt nog.',
      jobs: 'Vliegtuigbouwer Fokkira schrapt 800 banen | De ontslagen vallen in Papendrecht.',
    },
    prompts: [
      ['Waarschuw me als de centrale bank de rente verhoogt', 'rate'],
      ['stakingen in havens', 'strike'],
      ['boetes van meer dan 50 miljoen euro', 'fine'],
      ['overstromingen, behalve in België', 'flood'],
      ['ontslagen of overnames', 'jobs buy'],
      ['Nieuws over Velmarkt of Bouwnoord', 'buy fine'],
    ],
  },
  {
    language: 'Russian',
    stories: {
      rate: 'Центробанк повысил ключевую ставку до 16 процентов | Решение приняли единогласно.',
      strike: 'Докеры порта Находка объявили забастовку | Рабочие требуют повышения зарплаты.',
      fine: 'ФАС оштрафовала компанию «Волгацемент» на 900 млн рублей | Компания подаст в суд.',
      small: 'Кафе в Туле оштрафовали на 20 тысяч рублей | Нашли нарушения.',
      buy: '«Северторг» купил сеть «Камамарт» | Сумма сделки не раскрывается.',
      quake: 'Землетрясение в Чили разрушило дома | Погибли десять человек.',
      quakeJp: 'В Японии произошло землетрясение | Угрозы цунами нет.',
      quit: 'Министр финансов подал в отставку | Президент принял отставку.',
    },
    prompts: [
      ['Сообщи, если Центробанк повысит ставку', 'rate'],
      ['забастовки в портах', 'strike'],
      ['штрафы более 100 млн рублей', 'fine'],
      ['землетрясения, кроме Японии', 'quake'],
      ['отставки министров', 'quit'],
      ['Новости о Северторге или Волгацементе', 'buy fine'],
    ],
  },
  {
    language: 'Turkish',
    stories: {
      rate: 'Merkez Bankası politika faizini yüzde 45’e yükseltti | Karar oy birliğiyle alındı.',
      strike: 'İzmir’de metro işçileri greve gitti | Seferler durdu.',
      fine: 'Rekabet Kurulu Ovaçimento’ya 250 milyon lira ceza kesti | Şirket itiraz edecek.',
      buy: 'Marmarket, rakibi Egepazar’ı satın aldı | Anlaşmanın değeri açıklanmadı.',
      quake: 'Şili’de deprem: onlarca ev yıkıldı | Arama çalışmaları sürüyor.',
      quakeJp: 'Japonya’da 6 büyüklüğünde deprem | Tsunami uyarısı yapılmadı.',
      quit: 'Sağlık Bakanı istifa etti | Yerine vekâleten atama yapıldı.',
      museum: 'Bursa’da yeni müze açıldı | Sergi mayısa kadar açık.',
    },
    prompts: [
      ['Merkez Bankası faiz artırırsa bana haber ver', 'rate'],
      ['işçi grevleri', 'strike'],
      ['şirketlere verilen cezalar hakkında haberler', 'fine'],
      ['depremler, Japonya hariç', 'quake'],
      ['bakan istifaları', 'quit'],
      ['Marmarket veya Ovaçimento haberleri', 'buy fine'],
    ],
  },
  {
    language: 'Arabic',
    stories: {
      rate: 'البنك المركزي يرفع أسعار الفائدة إلى 5 في المئة | القرار جاء بالإجماع.',
      strike: 'عمال الموانئ يبدأون إضرابا مفتوحا | النقابة تطالب بزيادة الأجور.',
      fine: 'غرامة بقيمة 80 مليون دولار على شركة واديتل | الشركة ستطعن في القرار.',
      buy: 'شركة نوردال تستحوذ على منافستها صحاري | الصفقة تنتظر الموافقة.',
      quake: 'زلزال قوي يضرب تشيلي | انهارت عشرات المنازل.',
      quakeJp: 'زلزال في اليابان دون خسائر | لم يصدر تحذير من تسونامي.',
      quit: 'استقالة وزير المالية | قبل الرئيس الاستقالة.',
      museum: 'افتتاح متحف جديد في عمان | يستمر المعرض حتى مايو.',
    },
    prompts: [
      ['أخبرني عندما يرفع البنك المركزي الفائدة', 'rate'],
      ['إضرابات في الموانئ', 'strike'],
      ['غرامات على الشركات', 'fine'],
      ['الزلازل باستثناء اليابان', 'quake'],
      ['استقالات الوزراء', 'quit'],
      ['أخبار عن نوردال أو واديتل', 'buy fine'],
    ],
  },
];
