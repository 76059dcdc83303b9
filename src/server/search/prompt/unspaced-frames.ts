/** Scripts that are written without spaces, and Hangul, in which particles follow a word. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** A prompt in an unspaced script, with the conjunctions of English. */
export interface UnspacedPrompt {
  text: string;
  /** Comparisons of amounts, which are not read in these scripts. */
  unread: string[];
}

const end = '(?=$|[\\s,.?!;])';
const start = '(?<=^|[\\s,.?!;])';
/** What an exclusion names. */
const subject = '[^\\s,.?!;]{1,40}';

/** Comparisons of amounts: "超过10亿美元", "100億円以上", "500명 이상". */
const comparison =
  /(?:超过|超過|逾|高于|高於|低于|低於|少于|少於|不到|至少|最多)\s?\d[\d.,]{0,20}\s?[万萬亿億兆千百]{0,4}[\p{sc=Han}%％]{0,3}|(?<![\d.,])\d[\d.,]{0,20}\s?[万亿億兆千百만억조천]{0,4}\s?[\p{L}%％]{0,4}?\s?(?:以上|以下|未満|を超える|を上回る|を下回る|이상|이하|초과|미만)(?:の|에|의)?/gu;

/** What stands for "but not": an exclusion is moved behind its marker. */
const exclusions: readonly RegExp[] = [
  new RegExp(`除了?(?<subject>${subject}?)(?:以外|之外|外)(?:的)?`, 'gu'),
  new RegExp(`(?:但是?|而)?(?:不包括|不含|不要|排除|不是)(?<subject>${subject})`, 'gu'),
  new RegExp(`${start}(?<subject>${subject}?)除外`, 'gu'),
  /(?<subject>[^\s,.?!;とやのをはがで]{1,20})(?:を除く|を除いた|を除いて|以外の|以外|は除く|ではなく)/gu,
  new RegExp(
    `(?<subject>\\p{sc=Hangul}{2,20}?)(?:은|는|을|를)?\\s?(?:제외하고|제외한|제외|빼고|말고|이외의?)${end}`,
    'gu',
  ),
  new RegExp(`(?:แต่)?(?:ไม่รวมถึง|ไม่รวม|ยกเว้น|ไม่เอา)\\s?(?<subject>${subject})`, 'gu'),
];

const replacements: readonly (readonly [RegExp, string])[] = [
  // Chinese.
  [/或者|或是|(?<![\p{P}])(?:还是|還是)|或(?![许許])/gu, ' or '],
  [
    /以及|(?<![共饱温缓溫緩])和(?![平解谐諧睦])|(?<![参參])与(?![会會])|(?<![涉普埃以])及(?![时時格])/gu,
    ' and ',
  ],
  [
    new RegExp(
      `${start}(?:请|請)?(?:帮我|幫我)?(?:告诉我|告訴我|通知我|提醒我|告知我|给我|給我|关注|關注|追踪|追蹤|我想知道|我想了解|我要)`,
      'gu',
    ),
    ' ',
  ],
  [new RegExp(`(?:请|請)?(?:及时)?(?:告诉我|告訴我|通知我|提醒我|告知我)${end}`, 'gu'), ' '],
  [new RegExp(`${start}(?:所有|任何|全部)?(?:关于|關於|有关|有關)`, 'gu'), ' '],
  [
    new RegExp(
      `(?:的|有关|相关|相關)*(?:最新|所有|全部|一切|任何)?(?:新闻|新聞|消息|报道|報道|報導|资讯|資訊|动态|動態|进展|進展)${end}`,
      'gu',
    ),
    ' ',
  ],
  [new RegExp(`${start}(?:当|當|如果|若|一旦|每当|每當|只要)`, 'gu'), ' '],
  [new RegExp(`(?:的?时候|的時候|时|時|的话|的話)${end}`, 'gu'), ' '],
  [/(?<=\p{sc=Han}{2})的(?=\p{sc=Han}{2})/gu, ' '],
  // Japanese.
  [/または|もしくは|あるいは/gu, ' or '],
  [/(?<=[\p{sc=Katakana}\p{sc=Han}ーA-Za-z])や(?=[\p{sc=Katakana}\p{sc=Han}A-Za-z])/gu, ' or '],
  [
    /および|ならびに|(?<=[\p{sc=Katakana}\p{sc=Han}ーA-Za-z])と(?=[\p{sc=Katakana}\p{sc=Han}A-Za-z])/gu,
    ' and ',
  ],
  [
    new RegExp(
      `(?:を|が|に)?(?:教えて|知らせて|お知らせして|通知して|送って)(?:ください|下さい|欲しい|ほしい|くれ)?${end}`,
      'gu',
    ),
    ' ',
  ],
  [
    new RegExp(
      `(?:に関する|に関して|に関連する|についての|について|の)?(?:最新)?(?:の)?(?:ニュース|記事|情報|報道|話題)(?:を|が|は)?${end}`,
      'gu',
    ),
    ' ',
  ],
  [
    /に関する|に関して|についての|について|(?:した|する|された|される)(?:とき|時|場合|ら)(?:は|に)?|(?:が|に)(?:あったら|あれば|なったら)|すれば|したら/gu,
    ' ',
  ],
  // Korean.
  [new RegExp(`${start}(?:또는|혹은)${end}`, 'gu'), ' or '],
  [new RegExp(`${start}(?:및|그리고)${end}|(?<=\\p{sc=Hangul}{2})(?:와|과)(?=\\s)`, 'gu'), ' and '],
  [new RegExp(`(?:에|와|과)? ?(?:대한|관한|대해|관해|관련된?)${end}`, 'gu'), ' '],
  [new RegExp(`${start}(?:최신 )?(?:뉴스|소식|기사|정보)(?:를|을|가|이)?${end}`, 'gu'), ' '],
  [
    new RegExp(
      `${start}(?:나에게 |저에게 )?(?:알려|보내|통보해|통지해)\\s?(?:줘|주세요|주십시오|달라)?${end}|알고 싶(?:다|어|어요|습니다)${end}`,
      'gu',
    ),
    ' ',
  ],
  [
    new RegExp(
      `(?<=\\p{sc=Hangul}{2})(?:하면|되면|할 때|될 때|했을 때|한다면|하는지|할 경우)${end}`,
      'gu',
    ),
    ' ',
  ],
  [
    new RegExp(
      `(?<=\\p{sc=Hangul}{2})(?:을|를)${end}|(?<=\\p{sc=Hangul}{3})(?:이|가|은|는|의|에|에서|으로)${end}`,
      'gu',
    ),
    ' ',
  ],
  // Thai.
  [/หรือ/gu, ' or '],
  [/และ/gu, ' and '],
  [
    /(?:โปรด|กรุณา)?(?:แจ้งเตือน|แจ้ง|บอก)(?:ฉัน|ผม|ให้ทราบ)?|(?:ฉัน|ผม)?อยาก(?:รู้|ทราบ)|ข่าวสาร|ข่าวล่าสุด|ข่าว|เกี่ยวกับ|เมื่อ(?!ง|ย)|ถ้า|หาก/gu,
    ' ',
  ],
];

/**
 * Removes the words of a prompt in Chinese, Japanese, Korean or Thai that only ask for news, and
 * replaces its conjunctions and exclusions by those of English.
 *
 * @returns `undefined` for a prompt in another script
 */
export function withoutUnspacedFrames(prompt: string): UnspacedPrompt | undefined {
  if (!unspaced.test(prompt)) return undefined;
  const unread: string[] = [];
  const excluded: string[] = [];
  let text = prompt
    .replace(/[、，]/g, ', ')
    .replace(/。/g, '. ')
    .replace(/？/g, '? ')
    .replace(/！/g, '! ');
  text = text.replace(comparison, (amount) => {
    unread.push(amount.trim());
    return ' ';
  });
  for (const pattern of exclusions) {
    text = text.replace(pattern, (match, ...rest) => {
      const groups = rest.at(-1) as { subject?: string };
      const words = withEnglishWords(groups.subject ?? '').trim();
      if (words === '') return match;
      excluded.push(words);
      return ' ';
    });
  }
  const wanted = withEnglishWords(text).replace(/\s+/g, ' ').trim();
  return { text: [wanted, ...excluded.map((each) => `but not ${each}`)].join(', '), unread };
}

function withEnglishWords(text: string): string {
  return replacements.reduce((result, [pattern, other]) => result.replace(pattern, other), text);
}
