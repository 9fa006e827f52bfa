import {
  type FactorUse,
  factorAdded,
  factorRemoved,
  recoveryCodesReplaced,
  recoveryCodeUsed,
} from '../../identity/second-factor/second-factor.ts';
import { type ExternalHandler, externalHandler, type Subscription } from '../../platform/events/relay.ts';
import { type Mailer, sendMail } from './send-mail.ts';

export const secondFactorMails = (mailer: Mailer): Subscription[] => [
  externalHandler(factorAdded, 'mail-factor-added', mailFactorUse(mailer, 'email_second_factor_added')),
  externalHandler(factorRemoved, 'mail-factor-removed', (work, event) =>
    mailFactorUse(mailer, event.payload.isLast ? 'email_last_factor_removed' : 'email_second_factor_removed')(
      work,
      event,
    ),
  ),
  externalHandler(recoveryCodeUsed, 'mail-recovery-code-used', mailFactorUse(mailer, 'email_recovery_code_used')),
  externalHandler(
    recoveryCodesReplaced,
    'mail-recovery-codes-made',
    mailFactorUse(mailer, 'email_recovery_codes_made'),
  ),
];

type FactorMail =
  | 'email_second_factor_added'
  | 'email_second_factor_removed'
  | 'email_last_factor_removed'
  | 'email_recovery_code_used'
  | 'email_recovery_codes_made';

const mailFactorUse =
  (mailer: Mailer, template: FactorMail): ExternalHandler<FactorUse> =>
  (work, { eventId, payload: { userId, at, device } }) =>
    sendMail(work, mailer, {
      template,
      eventId,
      side: 'person',
      id: userId,
      parameters: { changedAt: new Date(at), device },
    });
