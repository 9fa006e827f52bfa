import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

type Props = { leaving: { leave: () => void; stay: () => void }; discard: () => void };

/** What was typed stays in this tab unless the customer throws it away. */
export function LeaveDialog({ leaving: { leave, stay }, discard }: Props) {
  const t = useTranslations('makePayment.leave');
  return (
    <Dialog
      tone="alert"
      title={t('title')}
      description={t('text')}
      onClose={stay}
      closeLabel={t('stay')}
      actions={
        <>
          <Button
            kind="secondary"
            onClick={() => {
              discard();
              leave();
            }}
          >
            {t('discard')}
          </Button>
          <Button onClick={leave}>{t('keep')}</Button>
        </>
      }
    />
  );
}
