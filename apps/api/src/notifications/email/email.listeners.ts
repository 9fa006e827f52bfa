import type { Subscription } from '../../platform/events/relay.ts';
import { cardMails } from './card.mails.ts';
import { customerMails } from './customer.mails.ts';
import type { Mailer } from './send-mail.ts';
import { staffMails } from './staff.mails.ts';
import { supportMails } from './support.mails.ts';
import { userMails } from './user.mails.ts';

export const mailListeners = (mailer: Mailer): Subscription[] =>
  [...userMails, ...customerMails, ...cardMails, ...staffMails, ...supportMails].map((mail) => mail(mailer));
