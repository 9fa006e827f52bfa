// Loaded into the programs of a crash test: its parent can set their wall clock wrong while they run.
const Real = Date;
let shift = 0;
globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + shift);
    else super(...args);
  }
  static now() {
    return Real.now() + shift;
  }
};
process.on('message', ({ shiftMs }) => {
  shift = shiftMs;
  process.send?.({ shifted: shiftMs });
});
process.channel?.unref();
