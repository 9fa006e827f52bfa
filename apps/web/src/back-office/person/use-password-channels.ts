import { useTranslations } from 'use-intl';
import type { DecisionField } from '../parts/parts.ts';

/** Where the way to a new password goes. */
export function usePasswordChannels(): DecisionField {
  const t = useTranslations('manageHelp');
  return {
    name: 'channel',
    label: t('channel'),
    options: [
      { value: 'email', label: t('channelEmail') },
      { value: 'phone', label: t('channelPhone') },
    ],
  };
}

export const toChannel = (chosen: string | undefined): 'email' | 'phone' => (chosen === 'phone' ? 'phone' : 'email');
