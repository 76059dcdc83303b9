import { expect, it } from 'vitest';
import { itemTerms } from '../../../../../src/server/search/index/item-terms.ts';
import { unpackTerms } from '../../../../../src/server/search/index/ranking-terms.ts';
import { describePrompt } from '../../../../../src/server/search/prompt/describe-prompt.ts';
import {
  promptError,
  promptWarnings,
} from '../../../../../src/server/search/prompt/prompt-problems.ts';
import { promptRule } from '../../../../../src/server/search/prompt/prompt-rule.ts';
import { readPrompt } from '../../../../../src/server/search/prompt/read-prompt.ts';

it.each([
  ['关于华塔的新闻', 'News about "华塔".'],
  ['当央行加息时通知我', 'News about "央行加息".'],
  ['请告诉我有关特塔拉或比迪亚的消息', 'News about ("特塔拉" or "比迪亚").'],
  ['石油价格，但不包括天然气', 'News about "石油价格"; not about "天然气".'],
  ['除了果塔以外的手机厂商', 'News about "手机厂商"; not about "果塔".'],
  ['中华人民共和国经济', 'News about "中华人民共和国经济".'],
  ['トヨナに関するニュース', 'News about "トヨナ".'],
  ['地震が発生したら教えてください', 'News about "地震が発生".'],
  ['トヨナまたはホンナ', 'News about ("トヨナ" or "ホンナ").'],
  ['トヨナ以外の自動車メーカー', 'News about "自動車メーカー"; not about "トヨナ".'],
  ['삼송전자에 대한 뉴스', 'News about "삼송전자".'],
  ['중앙은행이 금리를 인상하면 알려줘', 'News about "중앙은행" and "금리" and "인상".'],
  ['삼송 또는 LQ', 'News about ("삼송" or "LQ").'],
  ['반도체 수출, 중국 제외', 'News about "반도체" and "수출"; not about "중국".'],
  ['ข่าวเกี่ยวกับธนาคาร', 'News about "ธนาคาร".'],
  ['แผ่นดินไหวหรือน้ำท่วม', 'News about ("แผ่นดินไหว" or "น้ำท่วม").'],
  ['ราคาน้ำมัน ยกเว้นโอเปก', 'News about "ราคาน้ำมัน"; not about "โอเปก".'],
])('understands %s', (prompt, understood) => {
  const condition = readPrompt(prompt);
  expect(promptError(condition)).toBeUndefined();
  expect(describePrompt(condition)).toBe(understood);
});

it.each(['超过10亿美元的收购', '100億円以上の買収', '500명 이상 해고'])(
  'warns that an amount is not read: %s',
  (prompt) => {
    const empty = { size: 0, frequencies: new Map<string, number>() };
    expect(promptWarnings(readPrompt(prompt), empty)).toEqual([
      expect.stringContaining('its amount cannot be read'),
    ]);
  },
);

function isFound(prompt: string, title: string): boolean {
  const item = { ...unpackTerms(itemTerms(title, '').ranking_terms), rawText: title };
  return promptRule(readPrompt(prompt))(item) !== undefined;
}

it.each([
  ['关于华塔的新闻', ['华塔发布新手机'], ['果塔发布新手机', '关于城市交通的新闻']],
  ['特塔拉或比迪亚的消息', ['特塔拉扩建工厂', '比迪亚销量上升'], ['石油价格下跌']],
  ['石油价格，但不包括天然气', ['石油价格上涨'], ['天然气与石油价格下跌']],
  ['トヨナに関するニュース', ['トヨナが新型車を発表'], ['ホンナに関する新しいニュース']],
  ['トヨナ以外の自動車メーカー', ['自動車メーカーが増産'], ['自動車メーカーのトヨナが増産']],
  ['삼송전자에 대한 뉴스', ['삼송전자, 새 공장 건설'], ['대한민국 뉴스 요약']],
  ['แผ่นดินไหวหรือน้ำท่วม', ['น้ำท่วมในภาคใต้', 'แผ่นดินไหวที่เชียงใหม่'], ['ราคาข้าวสูงขึ้น']],
])('matches %s', (prompt, found, others) => {
  expect(found.filter((title) => !isFound(prompt, title))).toEqual([]);
  expect(others.filter((title) => isFound(prompt, title))).toEqual([]);
});
