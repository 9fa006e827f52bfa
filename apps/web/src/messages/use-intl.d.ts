import type { messages } from './en.ts';
import type { later } from './en-later.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: typeof messages & typeof later;
  }
}
