/*
 * What a program without a virtual machine, without statistics and without guards reaches: random
 * reads of 4 KiB by Linux AIO, completions fetched from the mapped ring, and as many submitted in one
 * call as were fetched. Built and run by OverheadAcceptanceIT only.
 *
 * aio-loop PATH BYTES DEPTH SECONDS    prints the reads per second after a ramp of one second
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 4096

struct ring {
  unsigned id, nr, head, tail, magic, compat, incompat, header_length;
  struct io_event events[];
};

static uint64_t state = 1;

static uint64_t next_random(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 5) {
    fprintf(stderr, "aio-loop PATH BYTES DEPTH SECONDS\n");
    return 2;
  }
  uint64_t blocks = strtoull(argv[2], NULL, 10) / BLOCK;
  int depth = atoi(argv[3]);
  double seconds = atof(argv[4]);
  int fd = open(argv[1], O_RDONLY | O_DIRECT);
  if (fd < 0) fail(argv[1]);
  aio_context_t context = 0;
  if (syscall(SYS_io_setup, depth, &context)) fail("io_setup");
  struct iocb *iocbs = calloc(depth, sizeof *iocbs);
  struct iocb **batch = calloc(depth, sizeof *batch);
  void *buffers;
  if (posix_memalign(&buffers, BLOCK, (size_t)depth * BLOCK)) fail("posix_memalign");
  for (int i = 0; i < depth; i++) {
    iocbs[i].aio_fildes = fd;
    iocbs[i].aio_lio_opcode = IOCB_CMD_PREAD;
    iocbs[i].aio_buf = (uintptr_t)buffers + (uintptr_t)i * BLOCK;
    iocbs[i].aio_nbytes = BLOCK;
    batch[i] = &iocbs[i];
  }
  struct ring *ring = (struct ring *)context;
  int ready = depth;
  uint64_t done = 0, done_at_start = 0;
  double start = now() + 1, end = start + seconds, time, started = 0;
  for (;;) {
    for (int i = 0; i < ready; i++) {
      batch[i]->aio_offset = (uint64_t)(((unsigned __int128)next_random() * blocks) >> 64) * BLOCK;
    }
    for (int taken = 0; taken < ready;) {
      long n = syscall(SYS_io_submit, context, ready - taken, batch + taken);
      if (n <= 0) fail("io_submit");
      taken += n;
    }
    ready = 0;
    unsigned head = ring->head;
    if (head == __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE)) {
      struct io_event event;
      if (syscall(SYS_io_getevents, context, 1L, 1L, &event, NULL) != 1) fail("io_getevents");
      if (event.res != BLOCK) fail("read");
      batch[ready++] = (struct iocb *)(uintptr_t)event.obj;
      head = ring->head;
    }
    while (head != __atomic_load_n(&ring->tail, __ATOMIC_ACQUIRE)) {
      if (ring->events[head].res != BLOCK) fail("read");
      batch[ready++] = (struct iocb *)(uintptr_t)ring->events[head].obj;
      head = head + 1 == ring->nr ? 0 : head + 1;
    }
    __atomic_store_n(&ring->head, head, __ATOMIC_RELEASE);
    done += ready;
    time = now();
    if (started == 0 && time >= start) {
      started = time;
      done_at_start = done;
    }
    if (time >= end) break;
  }
  printf("%.1f\n", (done - done_at_start) / (time - started));
  fflush(stdout);
  _exit(0); /* what is in flight ends with the process */
}
