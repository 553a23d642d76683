/* A disk that fails on demand: loaded before libc, it counts writes and flushes of the archive's files and lets
   the one that FAULT names go wrong. FAULT is KIND:N, the Nth operation counted from 1.

   full    no space is left, from the Nth write on
   short   half of the Nth write is done, then no space is left
   flush   the Nth flush, and every one after it, is an I/O error
   cut     the process dies in the middle of the Nth write
   halt    the process dies before the Nth write or flush
   dark    the power fails there, and what was written to the log but not flushed is gone

   At the end the number of operations is written to the file that FAULT_COUNT names. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <fcntl.h>

static long writes, flushes;
/* The log, and how long it was when it was last flushed. */
static int log_fd = -1;
static off_t log_flushed;

/* Only the database and its log; the shared memory beside them is not on the disk. */
static int ours(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    const char *end = strstr(path, "battles.db");
    if (end && !strcmp(end, "battles.db-wal") && fd != log_fd) {
        /* What an earlier process has left there survived it. */
        struct stat now;
        log_flushed = fstat(fd, &now) == 0 ? now.st_size : 0;
        log_fd = fd;
    }
    return end && (!strcmp(end, "battles.db") || !strcmp(end, "battles.db-wal"));
}

static int is(const char *kind, long *n) {
    const char *fault = getenv("FAULT");
    size_t len = strlen(kind);
    if (!fault || strncmp(fault, kind, len) || fault[len] != ':') return 0;
    *n = atol(fault + len + 1);
    return 1;
}

static void note(void) {
    const char *path = getenv("FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return;
    fprintf(file, "%ld %ld\n", writes, flushes);
    fclose(file);
}

static void die(void) {
    note();
    _exit(77);
}

static void die_if_due(void) {
    long n;
    if (is("halt", &n) && writes + flushes == n) die();
    if (is("dark", &n) && writes + flushes == n) {
        if (log_fd >= 0 && ftruncate(log_fd, log_flushed)) _exit(78);
        die();
    }
}

typedef ssize_t (*pwrite_fn)(int, const void *, size_t, off64_t);

static ssize_t written(pwrite_fn real, int fd, const void *bytes, size_t len, off64_t at) {
    long n;
    if (!ours(fd)) return real(fd, bytes, len, at);
    writes++;
    die_if_due();
    if (is("cut", &n) && writes == n) {
        real(fd, bytes, len / 2, at);
        die();
    }
    if (is("short", &n) && writes == n) return real(fd, bytes, len / 2, at);
    if ((is("short", &n) && writes > n) || (is("full", &n) && writes >= n)) {
        errno = ENOSPC;
        return -1;
    }
    return real(fd, bytes, len, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t len, off64_t at) {
    static pwrite_fn real;
    if (!real) real = (pwrite_fn)dlsym(RTLD_NEXT, "pwrite64");
    return written(real, fd, bytes, len, at);
}

ssize_t pwrite(int fd, const void *bytes, size_t len, off_t at) {
    static pwrite_fn real;
    if (!real) real = (pwrite_fn)dlsym(RTLD_NEXT, "pwrite64");
    return written(real, fd, bytes, len, at);
}

static int flushed(int (*real)(int), int fd) {
    long n;
    if (!ours(fd)) return real(fd);
    flushes++;
    die_if_due();
    if (is("flush", &n) && flushes >= n) {
        errno = EIO;
        return -1;
    }
    int done = real(fd);
    struct stat now;
    if (done == 0 && fd == log_fd && fstat(fd, &now) == 0) log_flushed = now.st_size;
    return done;
}

int fsync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return flushed(real, fd);
}

int fdatasync(int fd) {
    static int (*real)(int);
    if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    return flushed(real, fd);
}

__attribute__((destructor)) static void end(void) { note(); }
