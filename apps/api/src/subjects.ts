import { autoFxSubject } from './auto-fx/await-team.ts';
import { bulkSubject } from './bulk-payment/await-team.ts';
import { exchangeSubject } from './fx/await-team.ts';
import { dealSubject } from './manual-fx/await-team.ts';
import { payeeSubject } from './payee/await-team.ts';
import { namePolicySubject } from './payee/set-name-policy.ts';
import { paymentSubject } from './payment/await-team.ts';
import { standingDateSubject } from './standing-order/await-date.ts';
import { standingOrderSubject } from './standing-order/await-team.ts';
import { ruleSubject } from './team-approval/retire-rule.ts';
import type { Subjects } from './team-approval/team-approval.ts';

export const subjects: Subjects = {
  payment: paymentSubject,
  bulk: bulkSubject,
  standing_order: standingOrderSubject,
  standing_date: standingDateSubject,
  auto_fx: autoFxSubject,
  fx: exchangeSubject,
  manual_fx: dealSubject,
  payee: payeeSubject,
  rule: ruleSubject,
  name_policy: namePolicySubject,
};
