import { access } from './en/access.ts';
import { accounts } from './en/accounts.ts';
import { fields } from './en/fields.ts';
import { fx } from './en/fx.ts';
import { identity } from './en/identity.ts';
import { platform } from './en/platform.ts';
import { refusals } from './en/refusals.ts';
import { summaries } from './en/summaries.ts';

/** One file per subject. A code belongs to one of them only. */
export const subjects = {
  access,
  accounts,
  fields,
  fx,
  identity,
  platform,
  refusals,
  summaries,
};

const en = {
  ...access,
  ...accounts,
  ...fields,
  ...fx,
  ...identity,
  ...platform,
  ...refusals,
  ...summaries,
} as const;

export type Texts = typeof en;

/** A further language is a folder with the same subjects and codes. */
export const languages = { en } satisfies Record<string, Record<keyof Texts, string>>;

export type Language = keyof typeof languages;
export const defaultLanguage: Language = 'en';
