import { type Rule, rules } from './rules.ts';
import { lineAt, type Source } from './source.ts';

type Violation = { rule: string; path: string; line: number; what: string };

/** Tests and fixtures are exempt from every rule. */
export const isExempt = (path: string): boolean => /\.(test|fixture)\.tsx?$|-fixture\.ts$|\.gen\.ts$/.test(path);

export function findViolations(source: Source): Violation[] {
  if (isExempt(source.path)) return [];
  return rules
    .filter(({ files, except }) => files.test(source.path) && !except?.test(source.path))
    .flatMap((rule) => violationsOf(rule, source).map((breach) => ({ rule: rule.name, path: source.path, ...breach })));
}

function violationsOf(rule: Rule, source: Source): { line: number; what: string }[] {
  if ('imports' in rule) {
    const bad = source.imports.filter((found) => rule.imports(found.target, source.path, found));
    return bad.map(({ line, target }) => ({ line, what: target }));
  }
  const found = 'matchesText' in rule ? matches(rule.matchesText, source.text) : rule.check(source);
  return found.map(({ index, what }) => ({ line: lineAt(source.text, index), what }));
}

function matches(pattern: RegExp, text: string): { index: number; what: string }[] {
  const all = new RegExp(pattern.source, `${pattern.flags}g`);
  return [...text.matchAll(all)].map(({ index, 0: what }) => ({ index: index + what.search(/\S/), what: what.trim() }));
}
