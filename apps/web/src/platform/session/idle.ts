import { useEffect, useRef, useState } from 'react';
import { call } from '../http/call.ts';
import { endpoints } from '../http/endpoints.ts';

const warningMs = 60_000;
const touchIntervalMs = 30_000;
/** Without `scroll`: a growing list scrolls too, while nobody is present. */
const activityEvents = ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel', 'touchstart', 'touchmove'] as const;

/**
 * When the session will expire for inactivity (epoch milliseconds), undefined until a minute before. Activity in any
 * window of this browser counts; once the warning is displayed, only `stay` does.
 */
export function useIdleTimeout(idleSeconds: number): { endsAt: number | undefined; stay: () => void } {
  const [endsAt, setEndsAt] = useState<number>();
  const watch = useRef<ReturnType<typeof watchIdle>>(undefined);

  useEffect(() => {
    const started = watchIdle(idleSeconds * 1000, setEndsAt);
    watch.current = started;
    return started.stop;
  }, [idleSeconds]);

  return { endsAt, stay: () => watch.current?.stay() };
}

function watchIdle(idleMs: number, onWarning: (endsAt: number | undefined) => void) {
  let last = Date.now();
  let warned = false;
  let touch: ReturnType<typeof setTimeout> | undefined;
  const isByHand = createMovementFilter();
  const windows = new BroadcastChannel('activity');

  /**
   * The server's idle clock restarts at most half a minute after ours and never before it expires, so the server cannot
   * expire the session first.
   */
  const touchSoon = (delayMs: number) => {
    touch ??= setTimeout(() => {
      touch = undefined;
      // An expired session reports itself; if the connection is down, it recovers or the session expires.
      call(endpoints.session.touch, {}).catch(() => {});
    }, delayMs);
  };
  const check = () => {
    const endsAt = last + idleMs;
    const warn = Date.now() >= endsAt - warningMs;
    if (warn === warned) return;
    warned = warn;
    onWarning(warn ? endsAt : undefined);
  };
  const beActive = (touchDelayMs: number) => {
    last = Date.now();
    windows.postMessage(last);
    touchSoon(touchDelayMs);
    check();
  };
  const onSign = (sign: Event) => {
    if (!warned && isByHand(sign) && Date.now() - last > 1000) beActive(touchIntervalMs);
  };
  windows.onmessage = ({ data }: MessageEvent<number>) => {
    last = Math.max(last, data);
    check();
  };
  const clock = setInterval(check, 1000);
  for (const sign of activityEvents) addEventListener(sign, onSign, { passive: true });
  return {
    stay: () => beActive(0),
    stop: () => {
      clearInterval(clock);
      clearTimeout(touch);
      windows.close();
      for (const sign of activityEvents) removeEventListener(sign, onSign);
    },
  };
}

/** Browsers also report a pointermove when the page moves under a resting pointer; the position tells them apart. */
function createMovementFilter(): (sign: Event) => boolean {
  let place = '';
  return (sign) => {
    if (!(sign instanceof PointerEvent) || sign.type !== 'pointermove') return true;
    const before = place;
    place = `${sign.screenX} ${sign.screenY}`;
    return before !== '' && place !== before;
  };
}
