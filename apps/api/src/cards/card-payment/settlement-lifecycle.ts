import { defineLifecycle } from '../../platform/lifecycle/lifecycle.ts';

export type SettlementState = 'reported' | 'mismatched' | 'settled';

/** `mismatched`: file and books differ. It is compared again, and booked only once both agree. */
export const cardSettlementLifecycle = defineLifecycle({
  table: 'card_payment.settlement',
  history: { table: 'card_payment.settlement_transition', key: 'settlementId', copies: [] },
  action: 'card_settlement',
  entity: 'card-settlement',
  audited: ({ day, currency }) => ({ day, currency }),
})<SettlementState>({
  transitions: {
    reported: { mismatched: 'system', settled: 'system' },
    mismatched: { settled: ['system', 'staff'] },
    settled: {},
  },
  waiting: {},
});
