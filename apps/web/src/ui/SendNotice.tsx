import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { useAnswerFocus } from './use-answer-focus.ts';

type Props = {
  /** What came of a press on the button, as `useKeyedSend` tells it. */
  send: { refusal: string | undefined; unknown: boolean; sending: boolean; repeat: () => void };
  /** What did not happen, when it was refused. */
  refused: string;
  /** Why asking again does no harm, when no answer came. */
  once: string;
};

/**
 * Why nothing was done, or that nobody knows yet: then the same request, and no other, can be repeated. It takes the
 * focus, for the button that was pressed may stand far below.
 */
export function SendNotice({ send: { refusal, unknown, sending, repeat }, refused, once }: Props) {
  const t = useTranslations('ui.send');
  const box = useAnswerFocus(unknown || refusal);
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
          {once}
        </Notice>
      ) : (
        <Notice kind="danger" title={refused}>
          {refusal}
        </Notice>
      )}
    </div>
  );
}
