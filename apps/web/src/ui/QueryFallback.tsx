import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

type Props = {
  failure: { isMissing: boolean; text: string } | undefined;
  texts: { missing: string; missingText: string; failed: string };
  action: ReactNode;
  onRetry: () => void;
  className?: string;
};

export function QueryFallback({ failure, texts, action: way, onRetry, className }: Props) {
  if (!failure) return <Skeleton shape="card" count={2} {...(className && { className })} />;
  return (
    <Card>
      {failure.isMissing ? (
        <EmptyState title={texts.missing} action={way}>
          {texts.missingText}
        </EmptyState>
      ) : (
        <ErrorState title={texts.failed} text={failure.text} onRetry={onRetry} />
      )}
    </Card>
  );
}
