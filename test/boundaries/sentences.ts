import { isExempt } from './find-violations.ts';
import { lineAt, type Source } from './source.ts';

/** A text of two words or more that begins like a sentence or label, such as `Choose a bank` or `Pay {amount}`. */
const BEGINNING = /^“?(?!Bearer )(?:[A-Z][a-z’]+|A|I)[,:”]* (?:[a-z(“]|\$\{)/;
const bankNames = /^apps\/api\/src\/payees\/payee\/requirements\/thai-banks\.ts$/;
const LITERAL = /(['"`])(?<text>(?:\\.|(?!\1)[^\\])*)\1/g;

/** Read by engineers, operators and banks, not by customers, staff or clients. */
const forEngineers =
  /(?:Error\(|UnreadableRailMessage\(|RailRefusedMessage\(|\bInstrInf:|\bsuper\(|code: 'custom', message:|\bhelp:|\bdescription:|\blog\.\w+\([^;]*)\s*$/;
/** `parse-sanctions-list.ts` and `columns.ts` name the columns of files. */
const exemptFiles =
  /^apps\/api\/src\/(config|main|fx\/rate\/main|checks\/screening\/parse-sanctions-list|payments\/bulk\/columns)\.ts$/;

export function findSentences({ path, text }: Source): { line: number; text: string }[] {
  if (!path.startsWith('apps/api/src/') || isExempt(path) || exemptFiles.test(path) || bankNames.test(path)) return [];
  return [...text.matchAll(LITERAL)].flatMap(({ index, groups = {} }) =>
    BEGINNING.test(groups.text ?? '') && !forEngineers.test(text.slice(Math.max(0, index - 300), index))
      ? [{ line: lineAt(text, index), text: groups.text ?? '' }]
      : [],
  );
}
