import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { generatedTypes } from '../../../build/types/generated-types.ts';
import { readDocument } from '../../helpers/documents.ts';

const files = [...generatedTypes()].map(([name, text]) =>
  ts.createSourceFile(name, text, ts.ScriptTarget.ES2023, true),
);
const interfaces = files.flatMap((file) => file.statements.filter(ts.isInterfaceDeclaration));

function docstringOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').replaceAll(/\s+/g, ' ');
}

/** The names of the interfaces and members whose docstring lacks something. */
function lacking(pattern: RegExp): string[] {
  return interfaces.flatMap((each) => {
    const members = each.members.map((member) => ({
      name: `${each.name.text}.${member.name?.getText()}`,
      node: member,
    }));
    return [{ name: each.name.text, node: each }, ...members]
      .filter(({ node }) => !pattern.test(docstringOf(node)))
      .map(({ name }) => name);
  });
}

describe('the generated types', () => {
  it('are interfaces for every noun, input and response', () => {
    const names = interfaces.map(({ name }) => name.text);
    expect(names).toEqual(
      expect.arrayContaining(['NewsItem', 'Monitor', 'Alert', 'Run', 'Channel', 'WebhookDelivery']),
    );
    expect(names).toEqual(
      expect.arrayContaining([
        'NewsSearchInput',
        'NewsSearchResponse',
        'NewsAlert',
        'FixtureInput',
      ]),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a sentence for every interface, field and method', () => {
    expect(lacking(/^[^.\s].{5,}\./s)).toEqual([]);
  });

  it('cite sections that exist', () => {
    const sections = new Set(
      [...readDocument('docs/service.md').matchAll(/^#+ ([\d.]+) /gm)].map(([, number]) => number),
    );
    const text = files.map((file) => file.text).join('\n');
    const cited = [...text.matchAll(/§([\d.]*\d)/g)].map(([, number]) => number);
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter((number) => !sections.has(number))).toEqual([]);
  });

  it('cite a section in each field', () => {
    const fields = lacking(/See docs\/(?:service\.md §[\d.]*\d|server\.md, Fixtures)\.$/);
    expect(fields.filter((name) => !/Methods(?:\.|$)/.test(name))).toEqual([]);
  });

  it('say the default, the range and the length of an input field', () => {
    const field = (name: string) => {
      const members = interfaces.flatMap((each) =>
        each.members.map((member) => ({ each, member })),
      );
      const found = members.find(
        ({ each, member }) => `${each.name.text}.${member.name?.getText()}` === name,
      );
      return (found?.member.getFullText() ?? '').replaceAll(/[\s*]+/g, ' ');
    };
    expect(field('NewsSearchInput.limit')).toMatch(/1 to 100.*@defaultValue 20/s);
    expect(field('NewsSearchInput.query')).toContain('At most 10,000 characters.');
    expect(field('AlertsListInput.since')).toContain('RFC 3339');
    expect(field('Alert.created_at')).toContain('such as `2026-11-20T09:30:00.000Z`');
  });

  it('say which errors each method throws, and show a call', () => {
    const [operations] = files.filter(({ fileName }) => fileName === 'operations.ts');
    const methods = interfaces
      .filter((each) => each.getSourceFile() === operations)
      .flatMap((each) => each.members.filter(ts.isMethodSignature));
    expect(methods.length).toBeGreaterThan(20);
    for (const method of methods) {
      const text = method.getFullText();
      expect(text).toMatch(/@throws \{ServiceError\}[^@]*401[^@]*unauthorized/);
      expect(text).toMatch(/@example\n[^@]*await client\./);
    }
  });
});
