export const Badge = ({ count }: { count: number }) =>
  count > 0 && (
    <span
      aria-hidden
      className="figures absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-caption leading-5 font-bold text-on-danger"
    >
      {count > 99 ? '99+' : count}
    </span>
  );
