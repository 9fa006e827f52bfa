import type { ApprovalRuleTerms } from '@larkmere/contract/approvals/approval';
import { isPositive, readAmount } from '@larkmere/money/money';
import { useTranslations } from 'use-intl';
import { moneyText } from '../../ui/money.ts';
import { useAlternatives } from './use-request-texts.ts';

export function useRuleSentence(): (terms: ApprovalRuleTerms, personName: string | null | undefined) => string {
  const t = useTranslations('teamApproval.rules');
  const role = useTranslations('teamApproval.role');
  const either = useAlternatives();
  const what = ({ scope, minAmount, currency }: ApprovalRuleTerms) => {
    if (scope === 'payee') return t('payee');
    const least = readAmount(currency, minAmount);
    if (!least || !isPositive(least)) return t(scope === 'fx' ? 'anyFx' : 'anyPayment');
    return t(scope, { amount: moneyText({ amount: minAmount, currency }) });
  };
  const whose = ({ appliesTo }: ApprovalRuleTerms, name: string) => {
    if (appliesTo.to === 'all') return t('of.all');
    return appliesTo.to === 'role' ? t('of.role', { role: role(appliesTo.role) }) : t('of.person', { name });
  };
  const by = ({ approverRoles }: ApprovalRuleTerms) =>
    approverRoles.length === 0
      ? t('byAnybody')
      : t('byRoles', { roles: either(approverRoles.map((each) => role(each))) });
  return (terms, personName) =>
    t('sentence', { what: what(terms), whose: whose(terms, personName ?? ''), count: terms.approvers, by: by(terms) });
}
