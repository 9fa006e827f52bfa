import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { languages, timeZone } from '../messages/languages.ts';

// Asked for as soon as a signed-in area is on its way, beside its first screen.
const words = languages.en.all();

/** Gives the pages behind the login the rest of the texts. */
export const AllWords = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={use(words)} timeZone={timeZone}>
    {children}
  </IntlProvider>
);
