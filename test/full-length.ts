/** Whether fuzzing and stress tests run at full length, for minutes instead of seconds: `CI_FULL=1`. */
export const FULL_LENGTH = process.env['CI_FULL'] === '1';
