// node --require windows-shim.cjs: simulates some behaviour of Windows on Linux, in each process of a test and for its own calls only.
// A file or folder that any process has open or as its working directory can't be renamed, removed or replaced; every signal kills the
// process at once; a pipe that is read can't be written too, as Windows lets a second operation wait for the first.
const fs = require("node:fs");
const net = require("node:net");
const { ChildProcess } = require("node:child_process");
const { syncBuiltinESMExports } = require("node:module");
const { resolve } = require("node:path");

const { readdirSync, readlinkSync, realpathSync } = fs;

function read(act) {
  try {
    return act();
  } catch {
    // The process or the file is gone, or belongs to another user.
    return [];
  }
}

/** Open files and working directories of the processes. */
function open() {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.flatMap((pid) => {
    const files = read(() => readdirSync(`/proc/${pid}/fd`)).map((fd) => `fd/${fd}`);
    return [...files, "cwd"].flatMap((link) => read(() => readlinkSync(`/proc/${pid}/${link}`)));
  });
}

function real(path) {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function refuseOpen(...paths) {
  const held = open();
  for (const path of paths) {
    const whole = real(resolve(String(path)));
    if (!held.some((each) => each === whole || each.startsWith(`${whole}/`))) continue;
    throw Object.assign(new Error(`EBUSY: resource busy or locked, '${whole}'`), {
      code: "EBUSY",
      path: whole,
    });
  }
}

const pathsOf = { rename: 2, unlink: 1, rm: 1, rmdir: 1 };
for (const [name, count] of Object.entries(pathsOf)) {
  const sync = fs[`${name}Sync`];
  fs[`${name}Sync`] = (...args) => {
    refuseOpen(...args.slice(0, count));
    return sync(...args);
  };
  const later = fs.promises[name];
  fs.promises[name] = async (...args) => {
    const { maxRetries = 0, retryDelay = 100 } = name.startsWith("rm") ? (args[1] ?? {}) : {};
    for (let attempt = 1; ; attempt++) {
      try {
        refuseOpen(...args.slice(0, count));
        return await later(...args);
      } catch (error) {
        if (error.code !== "EBUSY" || attempt > maxRetries) throw error;
        await new Promise((go) => setTimeout(go, attempt * retryDelay));
      }
    }
  };
}

/** Descriptors that this thread reads as a stream. */
const streamed = new Set();
const { Socket } = net;
net.Socket = new Proxy(Socket, {
  construct(target, args, self) {
    if (args[0]?.fd !== undefined) streamed.add(args[0].fd);
    return Reflect.construct(target, args, self);
  },
});
const { writeSync } = fs;
fs.writeSync = (fd, ...args) => {
  if (streamed.has(fd)) throw new Error(`the pipe ${fd} is read: on Windows this write would wait for input`);
  return writeSync(fd, ...args);
};

const { kill } = process;
process.kill = (pid, signal) => kill.call(process, pid, signal === 0 ? 0 : "SIGKILL");
const killChild = ChildProcess.prototype.kill;
ChildProcess.prototype.kill = function (signal) {
  return killChild.call(this, signal === 0 ? 0 : "SIGKILL");
};
syncBuiltinESMExports();
