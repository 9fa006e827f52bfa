import { manage } from './en/manage.ts';

export const staffMessages = { manage } as const;
