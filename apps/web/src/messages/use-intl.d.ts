import type { messages } from './en.ts';
import type { onDemandMessages } from './en-on-demand.ts';
import type { staffMessages } from './en-staff.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'en';
    Messages: typeof messages & typeof onDemandMessages & typeof staffMessages;
  }
}
