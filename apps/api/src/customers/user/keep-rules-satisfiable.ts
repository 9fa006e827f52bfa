import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import { findStuckRules } from '../../approvals/approval/approval.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';

/**
 * Makes a change of people unless too few could approve under a rule afterwards: `rule_unsatisfiable` names the rules.
 * One that nobody could meet before stops no other change.
 */
export async function keepRulesSatisfiable(
  { tx }: Ctx,
  customerId: string,
  change: () => Promise<void>,
): Promise<void> {
  const before = new Set((await findStuckRules(tx, customerId)).map(({ key }) => key));
  await change();
  const stuck = (await findStuckRules(tx, customerId)).filter(({ key }) => !before.has(key));
  const [first] = stuck;
  if (!first) return;
  throw new Refusal('rule_unsatisfiable', {
    reason: message('rule_left_unsatisfiable', { what: first.rule }),
    data: { rules: [...new Set(stuck.map(({ rule }) => formatMessage(defaultLanguage, rule)))] },
  });
}
