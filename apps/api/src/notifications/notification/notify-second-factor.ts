import { type MessageCode, message } from '@larkmere/messages/message';
import type { FactorUse } from '../../identity/second-factor/second-factor.ts';
import type { TransactionalHandler } from '../../platform/events/relay.ts';
import { notify } from './notification.ts';

const texts = {
  'second_factor.added': 'notice_second_factor_added',
  'second_factor.removed': 'notice_second_factor_removed',
  'second_factor.recovery_code_used': 'notice_recovery_code_used',
  'second_factor.recovery_codes_made': 'notice_recovery_codes_made',
} as const satisfies Record<string, MessageCode>;

export const notifySecondFactor =
  (type: keyof typeof texts): TransactionalHandler<FactorUse> =>
  async (ctx, { eventId, payload: { userId, at } }) => {
    await notify(
      ctx,
      { customerId: null, people: [userId], about: { kind: 'none' } },
      {
        eventId,
        type,
        severity: 'warning',
        title: message(`${texts[type]}_title`),
        message: message(texts[type], { changedAt: new Date(at) }),
        link: '/device',
      },
    );
  };
