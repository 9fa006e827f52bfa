import type { ExportFormat } from '@larkmere/contract/accounts/export-presets';
import type { Ctx } from '../../../platform/requests/verb.ts';
import { type LetterIssuer, recordLetter } from '../../letter/letter.ts';
import { describeForVerification } from './describe-statement.ts';
import type { StatementHead } from './statement-row.ts';

/** Gives statements that people read a code, by which a reader of the paper can check them. */
export async function issueStatements(
  ctx: Ctx,
  issuer: LetterIssuer,
  format: ExportFormat,
  heads: readonly StatementHead[],
): Promise<StatementHead[]> {
  if (format !== 'pdf') return [...heads];
  const issued: StatementHead[] = [];
  for (const head of heads) {
    const accounts = [head.account.bankholderId];
    const { code } = await recordLetter(ctx, issuer, 'statement', accounts, describeForVerification(head));
    issued.push({ ...head, code });
  }
  return issued;
}
