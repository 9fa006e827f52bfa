import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { languages, timeZone } from '../messages/languages.ts';

// The download starts when a signed-in area starts loading, in parallel with its first screen.
const messagesPromise = languages.en.all();

export const MessagesProvider = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={use(messagesPromise)} timeZone={timeZone}>
    {children}
  </IntlProvider>
);
