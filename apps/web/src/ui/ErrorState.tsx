import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from './Button.tsx';
import { HelpText } from './HelpText.tsx';

type Props = { title: string; text?: string | undefined; onRetry?: () => void; reference?: string | undefined };

export function ErrorState({ title, text, onRetry, reference }: Props) {
  const t = useTranslations('ui');
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-4 py-8 text-center">
      <span className="mb-2 grid size-12 place-items-center rounded-full bg-danger-soft text-danger">
        <TriangleAlert size={22} />
      </span>
      <p className="font-semibold">{title}</p>
      {text && (
        <p className="max-w-sm text-small text-text-muted">
          <HelpText>{text}</HelpText>
        </p>
      )}
      {reference && <p className="figures text-caption text-text-muted">{t('reference', { reference })}</p>}
      {onRetry && (
        <Button kind="secondary" onClick={onRetry} className="mt-3">
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
