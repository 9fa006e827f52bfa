import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { loadChunk } from '../../ui/chunk.ts';
import type { DayRange } from '../../ui/DateRange.tsx';

const ExportDialog = lazy(async () => ({ default: (await loadChunk(import('./ExportDialog.tsx'))).ExportDialog }));

type Props = Readonly<{
  accounts: readonly BankAccountView[];
  chosen: readonly string[];
  /** Of the page. */
  range: DayRange;
}>;

/** A notification of a prepared export opens the page with the dialog. */
export function ExportButton({ accounts, chosen, range }: Props) {
  const t = useTranslations('statementExport');
  const query: { export?: string } = useSearch({ strict: false });
  const [isOpen, setOpen] = useState(query.export === 'latest');
  return (
    <>
      <Button data-print="no" aria-haspopup="dialog" icon={<Download size={18} />} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {isOpen && accounts.length > 0 && (
        <Suspense>
          <ExportDialog accounts={accounts} chosen={chosen} range={range} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
