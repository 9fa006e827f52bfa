import type { Purpose } from '@larkmere/contract/purpose';

/**
 * What confirms an operation of a person who has a second factor: the PIN; the PIN on a trusted device or with a fresh
 * factor; or the PIN with a fresh factor on every device. Others confirm everything with the PIN.
 */
export const approvalRequirements = {
  'payment.gbp': 'pin_and_device',
  'payment.eur': 'pin_and_device',
  'payment.thb': 'pin_and_device',
  'payment.ifx.gbp': 'pin_and_device',
  'payment.ifx.eur': 'pin_and_device',
  'payment.global.same': 'pin_and_device',
  'payment.global.cross': 'pin_and_device',
  'payment.global.crossrate': 'pin_and_device',
  // A file may also create payees.
  'payment.bulk': 'pin_and_factor',
  'fx.convert': 'pin_and_device',
  'auto-fx.set': 'pin_and_device',
  'manual-fx.accept': 'pin_and_device',
  'standing-order.set': 'pin_and_device',
  'standing-order.next': 'pin_and_device',
  'standing-order.pay-held': 'pin_and_device',
  'transfer.own': 'pin',
  'transfer.member': 'pin_and_device',
  // Also releases payees and rules that a colleague asked for.
  'approval.approve': 'pin_and_factor',
  'approval.save-rule': 'pin_and_factor',
  'approval.retire-rule': 'pin_and_factor',
  'payee.add': 'pin_and_factor',
  'payee.add-from-file': 'pin_and_factor',
  'payee.edit': 'pin_and_factor',
  'payee.set-name-check-policy': 'pin_and_factor',
  // Confirmed with the password, because the PIN is being replaced. A person without a factor enters a code.
  'pin.set': 'pin_and_device',
  'device.trust': 'pin_and_factor',
  'customer.close': 'pin_and_factor',
  // After a year without use, so a device may have changed hands.
  'customer.reactivate': 'pin_and_factor',
  'customer.unfreeze': 'pin_and_factor',
  'user.invite': 'pin_and_factor',
  'user.update': 'pin_and_factor',
  'user.remove': 'pin_and_factor',
  'user.resetpin': 'pin_and_factor',
  'access-request.approve': 'pin_and_factor',
  'second-factor.add': 'pin_and_factor',
  'second-factor.remove': 'pin_and_factor',
  'second-factor.make-recovery-codes': 'pin_and_factor',
  // Asked for only if the range is older than 90 days, or for the first export in 90 days.
  'statement.export': 'pin_and_factor',
  'card.order': 'pin_and_factor',
  // Asked for only if a limit rises.
  'card.limits': 'pin_and_factor',
  // Asked for only if the magnetic stripe is turned on.
  'card.switch': 'pin_and_factor',
  'card.person-limits': 'pin_and_factor',
  'card.reveal': 'pin_and_factor',
  'card.pin': 'pin_and_factor',
} as const satisfies Record<Purpose['operation'], ApprovalRequirement>;

/** A payment that confirms a new payee as well takes what adding the payee takes. */
export const approvalRequirementOf = (purpose: PurposeSummary): ApprovalRequirement =>
  approvalRequirements[purpose.newPayee ? 'payee.add' : purpose.operation];

/** What decides how an operation is confirmed. */
export type PurposeSummary = Readonly<{ operation: Purpose['operation']; newPayee?: unknown }>;

export type ApprovalRequirement = 'pin' | 'pin_and_device' | 'pin_and_factor';

const recoverableOperations: readonly Purpose['operation'][] = ['second-factor.add', 'second-factor.remove', 'pin.set'];

/** A recovery code brings back a factor or a PIN. It confirms no payment and makes no new codes. */
export const acceptsRecoveryCode = (operation: Purpose['operation']): boolean =>
  recoverableOperations.includes(operation);
