export { ExchangeNote } from './ExchangeNote.tsx';

import { FileCheck2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { loadChunk } from '../../ui/chunk.ts';

const LettersDialog = lazy(async () => ({ default: (await loadChunk(import('./LettersDialog.tsx'))).LettersDialog }));

/** `bankholderid`: the account that is chosen at first, otherwise all. */
export function LettersButton({ bankholderid }: { bankholderid?: string | undefined }) {
  const t = useTranslations('letter');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="secondary" icon={<FileCheck2 size={18} />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && (
        <Suspense>
          <LettersDialog bankholderid={bankholderid} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
