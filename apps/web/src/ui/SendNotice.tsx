import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { useAnswerFocus } from './use-answer-focus.ts';

type Props = {
  send: { refusal: string | undefined; unknown: boolean; sending: boolean; repeat: () => void };
  refused: string;
  once: string;
};

/**
 * Why the request was refused, or that its outcome is unknown and only the same request can be repeated. Takes the
 * focus, because the button may be far below.
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
