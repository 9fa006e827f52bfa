import { useEffect, useEffectEvent, useState } from 'react';

type QueryStatus = Readonly<{ isFetching: boolean; isPlaceholderData: boolean; isPending: boolean }>;

export const isQueryPending = ({ isFetching, isPlaceholderData, isPending }: QueryStatus): boolean =>
  isFetching || isPlaceholderData || isPending;

/** Submits once the server has answered for exactly these values. A change in the meantime cancels the submit. */
export function useSubmitWhenReady(figures: unknown, isAsking: boolean, submit: () => void) {
  const key = JSON.stringify(figures);
  const [waitsFor, setWaitsFor] = useState<string>();
  if (waitsFor !== undefined && waitsFor !== key) setWaitsFor(undefined);
  const isWaiting = waitsFor === key;
  const isAnswered = isWaiting && !isAsking;
  const goOn = useEffectEvent(() => {
    setWaitsFor(undefined);
    submit();
  });
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(() => goOn());
    return () => clearTimeout(timer);
  }, [isAnswered]);
  const onSubmit = (event: Readonly<{ preventDefault: () => void }>) => {
    event.preventDefault();
    if (isAsking) setWaitsFor(key);
    else submit();
  };
  return { isWaiting, onSubmit };
}
