import { describe, expect, it } from 'vitest';
import { plainText, type TextFormat } from '../../../../../src/server/feeds/text/plain-text.ts';
import { excerpt, truncate } from '../../../../../src/server/feeds/text/truncate.ts';

const cases = (format: TextFormat, rows: [string, string][]) => {
  it.each(rows)(`${format}: %s`, (value, expected) =>
    expect(plainText(value, format)).toBe(expected),
  );
};

describe('plainText keeps the displayed text of HTML', () => {
  cases('html', [
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['H<sub>2</sub>O and <b>bo</b>ld', 'H2O and bold'],
    ['a<br>b<BR/>c', 'a b c'],
    ['<a href="x?a=1&amp;b=2" title="a > b">link</a>', 'link'],
    ["<img alt='it is > than' src=x>after", 'after'],
    ['<script>if (a < b) alert("</p>")</script>seen', 'seen'],
    ['<style>p > a { }</style >seen<script/>also', 'seen also'],
    ['before<script>never closed', 'before'],
    ['a<!-- <b>hidden</b> -->b', 'ab'],
    ['a<!-- never closed', 'a'],
    ['<!DOCTYPE html><?php x ?>a', 'a'],
    ['<![CDATA[wrapped &amp; twice]]> on', 'wrapped & twice on'],
    ['a<template>b<i>c</i></template>d<iframe/>e<noframes>f', 'a d e'],
    ['<o:p>office</o:p><my-element>custom</my-element><video controls>', 'office custom'],
    ['caf&eacute; &#8217; &#x1F600; &nbsp; R&D', 'café ’ 😀 R&D'],
    ['cut <a href="http://example.com', 'cut'],
  ]);
});

describe('plainText keeps a < that does not begin a tag', () => {
  cases('html', [
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['Champion <CCR> rose', 'Champion <CCR> rose'],
    [
      'mail <joe@example.com> or <http://example.com/>',
      'mail <joe@example.com> or <http://example.com/>',
    ],
    ['<CCR <b>rose</b> to 5>4', '<CCR rose to 5>4'],
    ['I </3 this <!= that <? >', 'I </3 this <!= that <? >'],
    ['R&amp;D <R&amp;D> said', 'R&D <R&D> said'],
    ['Inc <ACME and later a = b', 'Inc <ACME and later a = b'],
    ['a <b', 'a <b'],
    ['ends with <', 'ends with <'],
  ]);
});

describe('plainText decodes entities once, or twice in text of unknown format', () => {
  cases('html', [['&amp;lt;b&amp;gt; &lt;i&gt;', '&lt;b&gt; <i>']]);
  cases('unknown', [
    ['&amp;lt;b&amp;gt;', '<b>'],
    ['&amp;amp;lt;b', '&lt;b'],
  ]);
  cases('plain', [['AT&amp;T &lt;b&gt; <b>', 'AT&amp;T &lt;b&gt; <b>']]);
});

describe('plainText reads text of unknown format as HTML if it looks like it', () => {
  cases('unknown', [
    ['Use of <b>bold</b>', 'Use of bold'],
    ['Inc <DD> and <S> said', 'Inc <DD> and <S> said'],
    ['AT&amp;T &copy; ?a=1&copy=2', 'AT&T © ?a=1&copy=2'],
    ['one<br>two', 'one two'],
    ['a <a href="x">link', 'a link'],
  ]);
});

describe('plainText removes invisible characters', () => {
  cases('plain', [
    ['a\u0000b\u001b[31mc\u007fd', 'ab[31mcd'],
    ['a\u202eb\u2066c\ufeffd', 'abcd'],
    ['\u{e0041}\u{e0042}x', 'x'],
    ['so\u00adft\u200b', 'soft'],
    ['half \ud83d of', 'half of'],
    [' a\t\r\n\u00a0\u2028b ', 'a b'],
    ['👩\u200d👧', '👩\u200d👧'],
  ]);
});

describe('plainText replaces controls by the characters of windows-1252', () => {
  cases('plain', [
    ['\u0093deal\u0094 \u0096 \u008010\u0085', '\u201cdeal\u201d \u2013 \u20ac10\u2026'],
    ['a\u009bb', 'a\u203ab'],
    ['a\u0081\u008db', 'ab'],
  ]);
  cases('html', [['&#147;deal&#148; &#x96; &#128;10', '\u201cdeal\u201d \u2013 \u20ac10']]);
});

it('plainText takes linear time', () => {
  for (const piece of [
    '<',
    '<a ',
    '<a "',
    '<a \'">',
    '<!--',
    '</a ',
    '<script>',
    '<a =',
    '&',
    '<p',
  ]) {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(plainText(text, 'html').length).toBeLessThanOrEqual(text.length);
    expect(plainText(text, 'unknown').length).toBeLessThanOrEqual(text.length);
  }
});

describe('a shortened text', () => {
  it('never ends within a surrogate pair', () => {
    expect(truncate('ab😀', 3)).toBe('ab');
    expect(truncate('ab😀', 4)).toBe('ab😀');
    expect(truncate('ab cd', 3)).toBe('ab');
  });

  it('ends after a whole word with an ellipsis', () => {
    expect(excerpt('one two three', 13)).toBe('one two three');
    expect(excerpt('one two three', 12)).toBe('one two…');
    expect(excerpt('one two three', 8)).toBe('one two…');
    expect(excerpt('新'.repeat(20), 10)).toBe(`${'新'.repeat(9)}…`);
  });
});
