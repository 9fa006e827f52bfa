import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { fileInputId, type UnsentFileState } from '../../checks/document/document.tsx';

/** A file that was chosen and not uploaded would be lost, so it is an error of the form. */
export function useUnsentFile(tried: boolean): { unsent: UnsentFileState; faults: { id: string; message: string }[] } {
  const t = useTranslations('document.ahead');
  const [isWaiting, onWaiting] = useState(false);
  const message = t('notSent', { forget: t('forget') });
  return {
    unsent: { onWaiting, error: tried && isWaiting ? message : undefined },
    faults: isWaiting ? [{ id: fileInputId, message }] : [],
  };
}
