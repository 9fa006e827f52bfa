import { type Rule, rules } from './rules.ts';
import { lineAt, type Source } from './source.ts';

type Breach = { rule: string; path: string; line: number; what: string };

/** Tests and fixtures are exempt from every rule. */
export function findBreaches(source: Source): Breach[] {
  if (/\.(test|fixture)\.tsx?$|\.gen\.ts$|(^|\/)given[^/]*\.tsx?$/.test(source.path)) return [];
  return rules
    .filter(({ about, except }) => about.test(source.path) && !except?.test(source.path))
    .flatMap((rule) => breachesOf(rule, source).map((breach) => ({ rule: rule.name, path: source.path, ...breach })));
}

function breachesOf(rule: Rule, source: Source): { line: number; what: string }[] {
  if ('imports' in rule) {
    const bad = source.imports.filter((found) => rule.imports(found.target, source.path, found));
    return bad.map(({ line, target }) => ({ line, what: target }));
  }
  const found = 'says' in rule ? matches(rule.says, source.text) : rule.holds(source);
  return found.map(({ index, what }) => ({ line: lineAt(source.text, index), what }));
}

function matches(pattern: RegExp, text: string): { index: number; what: string }[] {
  const all = new RegExp(pattern.source, `${pattern.flags}g`);
  return [...text.matchAll(all)].map(({ index, 0: what }) => ({ index: index + what.search(/\S/), what: what.trim() }));
}
