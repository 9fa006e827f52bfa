export type MarketClosures = Readonly<{
  timezone: string;
  weekly: readonly Readonly<{ from: string; to: string }>[];
  holidays: readonly Readonly<{ date: string; pairs?: readonly string[] }>[];
}>;

const minuteMs = 60_000;
const day = 24 * 60;
const week = 7 * day;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * When the market for a pair reopens; undefined while it is open. Adjacent weekends and holidays count as one closure.
 */
export function reopensAt(times: MarketClosures, pair: string, at: Date): Date | undefined {
  let moment = at;
  // The bound only guards against settings under which the market never opens.
  for (let turn = 0; turn < 20; turn += 1) {
    const end = endOfClosing(times, pair, moment);
    if (end === undefined) return turn === 0 ? undefined : moment;
    moment = end;
  }
  throw new Error(`the market of ${pair} never opens`);
}

/** False for times under which the market of a pair would never open again. */
export function opensAgain(times: MarketClosures, now: Date): boolean {
  const pairs = ['', ...times.holidays.flatMap((holiday) => holiday.pairs ?? [])];
  const moments = [now, ...times.holidays.map(({ date }) => new Date(`${date}T12:00:00Z`))];
  try {
    for (const pair of new Set(pairs)) for (const at of moments) reopensAt(times, pair, at);
    return true;
  } catch {
    return false;
  }
}

/** A moment of the coming eight days at which the market of a pair is closed. */
export function findClosedMoment(times: MarketClosures, pair: string, now: Date): Date | undefined {
  const quarters = Array.from({ length: 8 * 96 }, (_, place) => new Date(now.getTime() + place * 15 * minuteMs));
  return quarters.find((at) => reopensAt(times, pair, at) !== undefined);
}

function endOfClosing({ timezone, weekly, holidays }: MarketClosures, pair: string, at: Date): Date | undefined {
  const local = localTime(at, timezone);
  if (holidays.some(({ date, pairs }) => date === local.date && (!pairs || pairs.includes(pair))))
    return nextTimeOfWeek(at, timezone, (Math.floor(local.minute / day) * day + day) % week);
  const window = weekly.find(({ from, to }) => {
    const start = minuteOfWeek(from);
    const into = (local.minute - start + week) % week;
    return into < (minuteOfWeek(to) - start + week) % week;
  });
  return window && nextTimeOfWeek(at, timezone, minuteOfWeek(window.to));
}

function nextTimeOfWeek(at: Date, timezone: string, minute: number): Date {
  const whole = Math.floor(at.getTime() / minuteMs) * minuteMs;
  const ahead = (minute - localTime(at, timezone).minute + week) % week || week;
  const guess = new Date(whole + ahead * minuteMs);
  const drift = (minute - localTime(guess, timezone).minute + week + week / 2) % week;
  return new Date(guess.getTime() + (drift - week / 2) * minuteMs);
}

function minuteOfWeek(text: string): number {
  const [, weekday = '', hour = '', minute = ''] = /^(\w{3}) (\d{2}):(\d{2})$/.exec(text) ?? [];
  const index = weekdays.indexOf(weekday);
  if (index < 0) throw new Error(`${text} is not a time of the week such as Fri 17:00`);
  return index * day + Number(hour) * 60 + Number(minute);
}

type LocalTime = Readonly<{ date: string; minute: number }>;
const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(at: Date, timezone: string): LocalTime {
  const format = formats.get(timezone) ?? createFormat(timezone);
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const minute = minuteOfWeek(`${parts.weekday} ${parts.hour}:${parts.minute}`);
  return { date: `${parts.year}-${parts.month}-${parts.day}`, minute };
}

const createFormat = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
