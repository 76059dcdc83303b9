import { describe, expect, test } from 'vitest';
import {
  decodeFingerprint,
  encodeFingerprint,
} from '../../../../src/server/stories/encoded-fingerprint.ts';
import { type Fingerprint, fingerprintOf } from '../../../../src/server/stories/fingerprint.ts';
import { isSameStory, saysSomethingNew } from '../../../../src/server/stories/same-story.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-20T12:00:00Z');

function story(title: string, text = '', hours = 0): Fingerprint {
  return fingerprintOf({ title, text, time: noon + hours * hour });
}

/** Whether the second text is a version of the first, and says something new. */
function relation(first: Fingerprint, second: Fingerprint): 'other' | 'repeat' | 'update' {
  expect(isSameStory(first, second)).toBe(isSameStory(second, first));
  if (!isSameStory(first, second)) return 'other';
  return saysSomethingNew(second, [first]) ? 'update' : 'repeat';
}

const mine =
  'An explosion in a coal mine near the town of Velden killed 5 workers on Thursday, the mining authority said. Rescue teams are searching two galleries for others who were underground when the gas ignited. The mine belongs to Nordkohle, which had stopped work there last winter after a smaller fire.';

describe('versions of one story', () => {
  test('the same text under another headline is a repeat', () => {
    const first = story('Explosion in coal mine at Velden kills 5', mine);
    expect(relation(first, story('5 workers die in Velden mine blast', mine, 1))).toBe('repeat');
  });

  test('a text with small changes is a repeat', () => {
    const edited = mine.replace('on Thursday, ', '').replace('are searching', 'searched');
    expect(
      relation(
        story('Explosion in coal mine at Velden kills 5', mine),
        story('Explosion in Velden coal mine kills 5', edited, 2),
      ),
    ).toBe('repeat');
  });

  test('a longer text with the same beginning is a repeat', () => {
    const more = `${mine} ${'The authority will publish the names of those who died when their families have been told. '.repeat(6)}`;
    expect(
      relation(
        story('Explosion in coal mine at Velden kills 5', mine),
        story('Explosion in coal mine at Velden kills 5', more, 1),
      ),
    ).toBe('repeat');
  });

  test('another number is an update', () => {
    const first = story('Explosion in coal mine at Velden kills 5', mine);
    const later = mine.replace('killed 5', 'killed 12');
    expect(relation(first, story('Explosion in coal mine at Velden kills 12', later, 3))).toBe(
      'update',
    );
  });

  test('another number at the end of a text is an update, unless it is only added', () => {
    const report = (end: string) =>
      story(
        'Explosion in coal mine at Velden kills 5',
        `${mine} Nordkohle has mined coal near Velden since the war and has sold most of it to the power stations on the coast${end}.`,
      );
    const first = report(' for 40 euros a ton');
    expect(relation(first, report(' for 60 euros a ton'))).toBe('update');
    expect(relation(first, report(' for 40 euros a ton, and 7 boats'))).toBe('repeat');
    expect(relation(first, report(''))).toBe('repeat');
  });

  test('another number in words is an update', () => {
    const first = story('Blast in Velden mine', mine.replace('5 workers', 'five workers'));
    const later = story('Blast in Velden mine', mine.replace('5 workers', 'twelve workers'), 3);
    expect(relation(first, later)).toBe('update');
    expect(relation(story('Blast in Velden mine', mine), first)).toBe('repeat');
  });

  test.each([
    ['12 killed in Velden quake', '12 people', 'Quake kills twelve', 'Twelve people'],
    ['200 hurt in Velden quake', '200 people', 'Quake hurts two hundred', 'Two hundred people'],
    ['42 hurt in Velden quake', '42 people', 'Quake hurts forty-two', 'Forty-two people'],
    ['30 hurt in Velden quake', '30 people', 'Quake hurts thirty', 'Thirty people'],
    ['Velden: 500,000 flee', '500,000 people', 'Quake', 'Five hundred thousand people'],
  ])('a number in words is the same as in digits: %s', (title, digits, title2, words) => {
    const quake = (people: string) =>
      `${people} lost their homes or their lives in an earthquake of magnitude 6.1 near the town of Velden on Friday, the mining authority said. Rescue teams are searching three villages for others who were asleep when the ground shook, and 4 bridges are closed.`;
    const first = story(title, quake(digits));
    expect(relation(first, story(title2, quake(words), 1))).toBe('repeat');
    expect(relation(story(title2, quake(words)), story(title, quake(digits), 1))).toBe('repeat');
    const later = story(title2, quake('Ninety-nine people'), 1);
    expect(relation(first, later)).toBe('update');
  });

  test('a number in a title counts what it counts in the text', () => {
    const quake = (people: number) =>
      `${people} people lost their lives in an earthquake of magnitude 6.1 near the town of Velden on Friday, the mining authority said. Rescue teams are searching three villages for others who were asleep when the ground shook, and 4 bridges are closed.`;
    const first = story('2 killed in Velden quake', quake(2));
    expect(relation(first, story('Velden quake kills 4', quake(4), 1))).toBe('update');
    expect(relation(first, story('Velden quake kills 2', quake(2), 1))).toBe('repeat');
  });

  test('another event is an update', () => {
    const text =
      'Arkona Steel said on Friday that it had made an offer for its smaller rival Belmont Tubes. The board of Belmont in Leeds has not yet met. Arkona owns a tenth of the shares already and has said for years that the two firms belong together.';
    const first = story('Arkona Steel bids for Belmont Tubes', text);
    const later = story(
      'Arkona Steel withdraws bid for Belmont Tubes',
      text.replace('had made an offer for', 'had withdrawn its offer for'),
      5,
    );
    expect(relation(first, later)).toBe('update');
  });

  test('another event is an update though the text has a word for it elsewhere', () => {
    const text = (first: string) =>
      `${first} The road to the offices of Arkona was blocked by snow on Friday evening, and officials said that several trains were late. Shares of both companies were not traded because of a holiday in Leeds.`;
    const first = story(
      'Arkona bids for Belmont Tubes',
      text('Arkona said it made a bid for Belmont Tubes of 50 dollars a share.'),
    );
    const denied = text(
      'Arkona denied that it made a bid for Belmont Tubes of 50 dollars a share.',
    );
    expect(relation(first, story('Arkona denies bid for Belmont Tubes', denied, 2))).toBe('update');
  });

  test('a correction is an update', () => {
    const first = story('Explosion in coal mine at Velden kills 5', mine);
    const later = story('CORRECTED - Explosion in coal mine at Velden kills 5', mine, 1);
    expect(relation(first, later)).toBe('update');
  });

  test('a rounded number is not new', () => {
    const text =
      'Belmont Tubes said its net profit in the year to September was 9,148,000 euros, and that orders for the next year were good, with more demand from shipyards in Poland and Finland.';
    const first = story('Belmont Tubes reports profit', text);
    const rounded = text.replace('9,148,000 euros', '9.1 million euros');
    expect(relation(first, story('Belmont Tubes reports profit', rounded, 1))).toBe('repeat');
    const other = text.replace('9,148,000 euros', '9.6 million euros');
    expect(relation(first, story('Belmont Tubes reports profit', other, 1))).toBe('update');
  });

  test('another date or time is not new', () => {
    const later = mine.replace('on Thursday', 'on November 19 at 06:30, 3 hours before the shift');
    expect(
      relation(
        story('Explosion in Velden mine kills 5', mine),
        story('Explosion in Velden mine kills 5', later, 1),
      ),
    ).toBe('repeat');
  });

  test.each([
    [
      'German',
      'Brand in Chemiewerk bei Aumund: 5 Tote',
      'Bei einem Brand in einem Chemiewerk bei Aumund sind am Freitag 5 Menschen gestorben. Die Feuerwehr löschte bis in die Nacht, Anwohner sollten Fenster und Türen geschlossen halten.',
    ],
    [
      'Russian',
      'Пожар на заводе под Тверью: 5 погибших',
      'При пожаре на химическом заводе под Тверью в пятницу погибли 5 человек. Пожарные работали до ночи, жителей просили держать окна закрытыми, а дети не пошли в школы.',
    ],
    [
      'Arabic',
      'حريق في مصنع قرب طنطا: 5 قتلى',
      'قتل 5 أشخاص يوم الجمعة في حريق بمصنع كيماويات قرب طنطا. وعمل رجال الإطفاء حتى الليل وطلب من السكان إغلاق النوافذ، ولم تفتح المدارس أبوابها في اليوم التالي.',
    ],
    [
      'Japanese',
      '新潟の化学工場で火災、5人死亡',
      '新潟県の化学工場で金曜日に火災があり、5人が死亡した。消防は夜まで消火活動を続け、住民に窓を閉めるよう呼びかけた。',
    ],
    [
      'Thai',
      'ไฟไหม้โรงงานเคมีที่ระยอง เสียชีวิต 5 ราย',
      'เกิดไฟไหม้โรงงานเคมีที่ระยองเมื่อวันศุกร์ มีผู้เสียชีวิต 5 ราย เจ้าหน้าที่ดับเพลิงทำงานจนถึงกลางคืนและขอให้ชาวบ้านปิดหน้าต่าง',
    ],
  ])('works in %s', (_, title, text) => {
    const first = story(title, text);
    expect(relation(first, story(title, text, 2))).toBe('repeat');
    const later = story(title.replace('5', '12'), text.replace('5', '12'), 2);
    expect(relation(first, later)).toBe('update');
  });

  test.each([
    ['German', 'Arkona zieht Angebot für Belmont zurück', 'Arkona verlängert Angebot für Belmont'],
    ['French', 'Arkona retire son offre sur Belmont', 'Arkona lance une offre sur Belmont'],
    ['Spanish', 'Arkona retira su oferta por Belmont', 'Arkona presenta su oferta por Belmont'],
    [
      'Russian',
      'Аркона отозвала предложение о покупке Бельмонт',
      'Аркона сделала предложение о покупке Бельмонт',
    ],
  ])('sees another event in a title in %s', (_, later, first) => {
    expect(saysSomethingNew(story(later, '', 3), [story(first)])).toBe(true);
    expect(saysSomethingNew(story(first, '', 3), [story(first)])).toBe(false);
  });
});

describe('statements that are no repeats of each other', () => {
  test.each([
    ['Jury finds Smith guilty of fraud', 'Jury finds Smith not guilty of fraud'],
    ['Court rules for Orbex', 'Court rules against Orbex'],
    ['Fed to raise rates', 'Fed not to raise rates'],
    ['One hostage freed in Velden', 'Another hostage freed in Velden'],
    ['Stocks close higher in Oslo', 'Stocks close lower in Oslo'],
    ['Halvex profit up in first quarter', 'Halvex profit up in second quarter'],
    ['HALVEX 1ST QTR NET', 'HALVEX 2ND QTR NET'],
    ['Halvex will sell plant in Porto', "Halvex won't sell plant in Porto"],
    ['Regierung stimmt dem Haushalt zu', 'Regierung stimmt dem Haushalt nicht zu'],
    ['Le tribunal condamne Durand', 'Le tribunal ne condamne pas Durand'],
    ['El gobierno sube impuestos', 'El gobierno no sube impuestos'],
    ['Суд признал Иванова виновным', 'Суд не признал Иванова виновным'],
  ])('%s / %s', (one, other) => {
    expect(relation(story(one), story(other, '', 2))).not.toBe('repeat');
    expect(relation(story(other), story(one, '', 2))).not.toBe('repeat');
  });

  test('one word in the first sentence of a text', () => {
    const first = story('Verdict in Velden mine trial', mine);
    const later = mine
      .replace('had stopped', 'had never stopped')
      .replace('killed', 'nearly killed');
    expect(relation(first, story('Verdict in Velden mine trial', later))).toBe('repeat');
    const turned = mine.replace('killed 5 workers', 'killed none of 5 workers');
    expect(relation(first, story('Verdict in Velden mine trial', turned))).toBe('update');
  });
});

describe('different stories', () => {
  test('longer texts of one form whose titles and numbers differ', () => {
    const loan = (title: string, firm: string, amount: string, rate: string) =>
      story(
        title,
        `${firm} of Norrland has signed a loan agreement of ${amount} billion yen, the arranger Halvex Bank said on Friday. The interest rate on the loan, which has a term of seven years and will be repaid at its end, was fixed at ${rate} pct. The money will be used for the general funding of the borrower.`,
      );
    const first = loan('Investment bank raises yen loan', 'The investment bank', '3.1', '4.9');
    expect(
      relation(first, loan('Gas company in Halvex deal', 'The state company', '3.28', '5.1')),
    ).toBe('other');
    expect(
      relation(first, loan('Gas company in Halvex deal', 'The state company', '3.1', '4.9')),
    ).not.toBe('other');
  });

  test('short texts whose titles differ by a word each', () => {
    const approval = (use: string) =>
      story(
        `Ministry approves drug for ${use}`,
        `The health ministry on Friday approved a drug for ${use} that Halvex has tested since 2019.`,
      );
    expect(relation(approval('asthma'), approval('diabetes'))).toBe('other');
    expect(relation(story('Zorbing hill alpha opens'), story('Zorbing hill beta opens'))).toBe(
      'other',
    );
    expect(relation(story('zorbing hill a0 opens'), story('zorbing hill a1 opens'))).toBe('other');
  });

  test.each([
    ['Otters 17', 'Otters 18'],
    ['story 18: oil', 'story 19: oil'],
    ['Explosion in Velden mine: 5 dead', 'Explosion in Velden mine: 12 dead'],
    ['Shares in Halvex -5 %', 'Shares in Halvex +5 %'],
    ['Ministry approves drug for asthma', 'Ministry approves asthma drug'],
    ['Rates cut in Norrland?', 'Rates cut in Norrland'],
    ['Compiler for C++ released', 'Compiler for C# released'],
    ['Otters', 'Otters are back in the Velden'],
    ['矿难5人死亡', '矿难12人死亡'],
  ])('short texts that are not the same: %s / %s', (one, other) => {
    expect(relation(story(one), story(other))).toBe('other');
    const more = 'Seen at the river, the warden said.';
    expect(relation(story(one, more), story(other, more, 2))).toBe('other');
  });

  test('short texts with the same words are versions within a day', () => {
    const first = story('Otters back in Velden', 'Otters back in Velden. Seen near the mill!');
    const copy = story('Otters  back in VELDEN', 'Otters back in Velden: seen near the mill', 2);
    expect(relation(first, copy)).toBe('repeat');
    expect(relation(story('Otters 17'), story('Otters 17', 'Otters 17'))).toBe('repeat');
    expect(relation(story('Morning briefing'), story('Morning briefing', '', 24))).toBe('other');
  });

  test('a short and a long text', () => {
    const first = story('Explosion in coal mine at Velden kills 5', mine);
    expect(relation(first, story('Explosion in coal mine at Velden kills 5'))).toBe('other');
  });

  const report = (company: string, share: number, net: string, sales: string) =>
    story(
      `${company.toUpperCase()} 4TH QTR NET`,
      `${company} Inc shr ${share} cts vs ${share + 4} cts. Net ${net} vs 1,203,000. Sales ${sales} mln vs 41.2 mln. Avg shrs 3,100,000 vs 3,050,000.`,
    );

  test('alike reports of two companies', () => {
    expect(
      relation(
        report('Halvex', 31, '1,145,000', '44.9'),
        report('Dorneau', 52, '2,380,000', '61.3'),
      ),
    ).toBe('other');
  });

  test('alike reports of two companies with the same numbers', () => {
    expect(
      relation(
        report('Halvex', 31, '1,145,000', '44.9'),
        report('Dorneau', 31, '1,145,000', '44.9'),
      ),
    ).toBe('other');
  });

  test('alike reports without text', () => {
    expect(relation(story('HALVEX CORP 4TH QTR NET'), story('DORNEAU CORP 4TH QTR NET'))).toBe(
      'other',
    );
    expect(
      relation(
        story('Halvex Corp sets quarterly dividend'),
        story('Dorneau Corp sets quarterly dividend'),
      ),
    ).toBe('other');
  });

  test('the dividends of two funds of one family', () => {
    const notice = (fund: string, cents: string) =>
      story(
        `BRENNER ${fund.toUpperCase()} SETS PAYOUT`,
        `Monthly dividend ${cents} cts vs ${cents} cts prior. Pay April 30, record April 15. Note: Brenner ${fund} Tax-Free Income Fund.`,
      );
    expect(relation(notice('Ohio', '6.1'), notice('Texas', '6.4'))).toBe('other');
    expect(relation(notice('Insured', '7.1'), notice('Ohio Insured', '6.1'))).toBe('other');
  });

  test('the same statistics of two weeks', () => {
    const week = (claims: string, average: string, hours: number) =>
      story(
        'Jobless claims in Norrland',
        `Initial claims for unemployment benefits in Norrland were ${claims} in the week, the labour office said. The average of four weeks was ${average}.`,
        hours,
      );
    expect(relation(week('21,300', '20,900', 0), week('19,800', '20,400', 168))).toBe('other');
    expect(relation(week('21,300', '20,900', 0), week('21,300', '20,900', 168))).toBe('other');
  });

  test('two items with the same text that says nothing about them', () => {
    const text =
      'Comments on this and on other submissions are moderated. Read the guidelines before you post, be kind, and do not write about votes. The full article is on the site of the publisher, which may ask you to register or to pay for access.';
    expect(
      relation(
        story('Show and tell: a compiler in a weekend', text),
        story('Why glaciers sing at night', text),
      ),
    ).toBe('other');
    expect(
      relation(
        story('A Compiler In A Weekend', 'Comments'),
        story('Why Glaciers Sing At Night', 'Comments'),
      ),
    ).toBe('other');
  });

  test('two stories about one company', () => {
    expect(
      relation(
        story(
          'Halvex opens plant in Porto',
          'Halvex Corp opened a plant for batteries in Porto that employs 400 people. It wants to build a second one next to it.',
        ),
        story(
          'Halvex chief to retire',
          'Anna Lund, who has led Halvex Corp since 2009, will retire in the spring. The board has begun to look for a successor.',
        ),
      ),
    ).toBe('other');
  });

  test('titles that differ in a number that is a part of a name', () => {
    expect(
      relation(
        story('Orbex launches rocket Kestrel 17'),
        story('Orbex launches rocket Kestrel 18'),
      ),
    ).toBe('other');
  });

  test('numbered titles with the same text, which does not state the number', () => {
    const numbered = (title: string) => story(title, mine);
    expect(relation(numbered('Report 17 of mines'), numbered('Report 18 of mines'))).toBe('other');
    expect(
      relation(
        numbered('Report at 14:35: coal mine explosion'),
        numbered('Report at 15:10: coal mine explosion'),
      ),
    ).toBe('repeat');
  });

  test('titles with other words about the same names', () => {
    expect(
      relation(
        story('Halvex names new chief for Porto plant'),
        story('Strike stops Halvex plant near Porto'),
      ),
    ).toBe('other');
    expect(relation(story('Chip exports rise in April'), story('Chip exports rise in May'))).toBe(
      'other',
    );
  });

  test('texts without words', () => {
    expect(relation(story('!!!'), story('Halvex opens plant in Porto'))).toBe('other');
  });
});

test('a fingerprint survives its encoding, in less than a kilobyte', () => {
  const fingerprint = story('Explosion in coal mine at Velden kills 5', mine.repeat(20));
  const encoded = encodeFingerprint(fingerprint);
  expect(decodeFingerprint(encoded)).toEqual(fingerprint);
  expect(encoded.length).toBeLessThan(1000);
  expect(decodeFingerprint('AAAA')).toBeUndefined();
  expect(decodeFingerprint('')).toBeUndefined();
});

test('a fingerprint is the same on every machine', () => {
  expect(
    encodeFingerprint(story('Halvex opens plant in Porto', 'It employs 400 people.')),
  ).toMatchInlineSnapshot(
    `"BQIHAOSbAQkAIASjMidwhEL2XHVLUnlvjET/IdpnYHUdUyvrEO9qbWCx8QPb6cpeUdjhN6d2jXNUhY5NCj8qrAWIDyUTn67NgqgYBKMyJ3CEQvZcdUtSeW+MRP8h2mdgdR1TK+sQ72ptYLHxA9vpyl5R2OE3p3aNc1SFA5I1EJHMJQKSNcwlA5I1EJHMJQWSNRCRzCXUnx8EAh8EBVYCHwQFVgMAABAAAAABAAABAAACE+HczQ=="`,
  );
});
