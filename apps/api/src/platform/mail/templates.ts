import type { ParametersOf } from '@larkmere/messages/message';

export const mailTemplates = [
  'email_pin_locked',
  'email_new_device',
  'email_device_disowned',
  'email_login_locked',
  'email_reset_password',
  'email_password_changed',
  'email_change_old_address',
  'email_change_new_address',
  'email_address_changed',
  'email_confirm_address',
  'email_already_registered',
  'email_welcome',
  'email_kyc_received',
  'email_kyc_in_review',
  'email_kyc_item_refused',
  'email_kyc_approved',
  'email_kyc_conditional',
  'email_kyc_rejected',
  'email_kyc_expired',
  'email_kyc_refresh',
  'email_kyc_refresh_due',
  'email_kyc_person_link',
  'email_account_closing_requested',
  'email_account_closed',
  'email_team_invitation',
  'email_role_changed',
  'email_membership_changed',
  'email_pin_reset_by_colleague',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

export type MailParameters<T extends MailTemplate> = Readonly<Omit<ParametersOf<T>, 'firstName' | 'supportPhone'>>;
