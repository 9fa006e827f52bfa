import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { languages, timeZone } from '../messages/languages.ts';

// The download starts when a signed-in area starts loading, in parallel with its first screen.
const words = languages.en.all();

export const AllWords = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={use(words)} timeZone={timeZone}>
    {children}
  </IntlProvider>
);
