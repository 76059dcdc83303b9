/** A process with graphile-worker, whose jobs are posts. */
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import pg from 'pg';
import { post } from '../harness/post.js';
import { offer, timed } from '../harness/processes.js';

/** Jobs are fetched and completed in batches, as its documentation advises for many short jobs. */
const batches = { localQueue: { size: 500 }, completeJobBatchDelay: 10 };

let pool;
let runner;
let utils;
let made = 0;
let tasks;

async function task({ url, id, body }) {
  try {
    await post(url, id, body);
  } catch (error) {
    // The worker would try it again later, without a message.
    tasks.fail(error);
    throw error;
  }
  tasks.left -= 1;
  if (tasks.left === 0) tasks.end();
}

/** After the last task, so that these queries are few. */
async function untilEmpty() {
  for (let left = 1; left > 0; await pause(5)) {
    const { rows } = await pool.query('SELECT count(*) AS left FROM graphile_worker.jobs');
    left = Number(rows[0].left);
  }
}

offer({
  async start({ database, inFlight }) {
    pool = new pg.Pool({ connectionString: database, max: 1 });
    runner = await run({
      connectionString: database,
      maxPoolSize: 10,
      concurrency: inFlight,
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
      taskList: { post: task },
      preset: { worker: batches },
    });
    utils = await makeWorkerUtils({ connectionString: database });
  },
  /** From adding a job for each post until all jobs are done. */
  async deliver({ url, body, count }) {
    const jobs = Array.from({ length: count }, () => ({
      identifier: 'post',
      payload: { url, id: `evt_job_${made++}`, body },
    }));
    return timed(async () => {
      const ended = new Promise((end, fail) => {
        tasks = { left: count, end, fail };
      });
      await utils.addJobs(jobs);
      await ended;
      await untilEmpty();
    });
  },
  async stop() {
    await runner.stop();
    await utils.release();
    await pool.end();
  },
});
