import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

type Props = {
  /** Why it is not here; undefined while it is on its way. */
  failure: { isMissing: boolean; text: string } | undefined;
  words: { missing: string; missingText: string; failed: string };
  /** Where to go on from when there is no such thing. */
  way: ReactNode;
  onRetry: () => void;
  /** How the places are laid out that it will take. */
  className?: string;
};

/** Stands where one thing will be, or would be: it is on its way, there is none, or it could not be loaded. */
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
