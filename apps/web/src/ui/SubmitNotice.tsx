import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { useFocusOnResult } from './use-focus-on-result.ts';

type Props = {
  submission: { refusal: string | undefined; unknown: boolean; sending: boolean; repeat: () => void };
  refusedTitle: string;
  retryText: string;
};

/**
 * Why the request was refused, or that its outcome is unknown and only the same request can be repeated. Takes the
 * focus, because the button may be far below.
 */
export function SubmitNotice({ submission: { refusal, unknown, sending, repeat }, refusedTitle, retryText }: Props) {
  const t = useTranslations('ui.send');
  const box = useFocusOnResult(unknown || refusal);
  if (!unknown && !refusal) return null;
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {unknown ? (
        <Notice
          kind="warning"
          title={t('unknown')}
          action={
            <Button kind="secondary" busy={sending} onClick={repeat}>
              {t('again')}
            </Button>
          }
        >
          {retryText}
        </Notice>
      ) : (
        <Notice kind="danger" title={refusedTitle}>
          {refusal}
        </Notice>
      )}
    </div>
  );
}
