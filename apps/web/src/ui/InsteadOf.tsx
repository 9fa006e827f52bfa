import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

type Props = {
  failure: { isMissing: boolean; text: string } | undefined;
  words: { missing: string; missingText: string; failed: string };
  way: ReactNode;
  onRetry: () => void;
  className?: string;
};

export function InsteadOf({ failure, words, way, onRetry, className }: Props) {
  if (!failure) return <Skeleton shape="card" count={2} {...(className && { className })} />;
  return (
    <Card>
      {failure.isMissing ? (
        <EmptyState title={words.missing} action={way}>
          {words.missingText}
        </EmptyState>
      ) : (
        <ErrorState title={words.failed} text={failure.text} onRetry={onRetry} />
      )}
    </Card>
  );
}
