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
  'email_second_factor_added',
  'email_second_factor_removed',
  'email_last_factor_removed',
  'email_recovery_code_used',
  'email_recovery_codes_made',
  'email_confirm_address',
  'email_already_registered',
  'email_welcome',
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

export type MailParameters<T extends MailTemplate> = Readonly<Omit<ParametersOf<T>, 'firstName' | 'supportPhone'>>;
