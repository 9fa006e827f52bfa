import type { ParametersOf } from '@larkmere/messages/message';

export const mailTemplates = ['email_pin_locked', 'email_login_locked'] as const;
export type MailTemplate = (typeof mailTemplates)[number];

export type MailParameters<T extends MailTemplate> = Readonly<Omit<ParametersOf<T>, 'firstName' | 'supportPhone'>>;
