/* Lets calls that write below one folder fail, or kills at them; loaded before the C library by tests/faults.py.

   A file that the test maps says which call is to fail and how. Every call that writes is counted
   there, whoever makes it: Python, SQLite, Tantivy, FAISS or safetensors. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

struct control {
    int64_t armed, at, lasting, error, calls, failed;
};

static struct control *control;
static const char *root;
static size_t root_length;

__attribute__((constructor)) static void begin(void) {
    const char *place = getenv("COCITE_FAULTS_CONTROL");
    root = getenv("COCITE_FAULTS_ROOT");
    if (!place || !root) return;
    int handle = open(place, O_RDWR | O_CLOEXEC);
    if (handle < 0) return;
    void *mapped = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    close(handle);
    root_length = strlen(root);
    if (mapped != MAP_FAILED) control = mapped;
}

static int fails_at(const char *path) {
    if (!control || !control->armed || !path || strncmp(path, root, root_length)) return 0;
    int64_t call = __atomic_add_fetch(&control->calls, 1, __ATOMIC_SEQ_CST);
    if (!control->at || call < control->at || (call > control->at && !control->lasting)) return 0;
    __atomic_add_fetch(&control->failed, 1, __ATOMIC_SEQ_CST);
    if (control->error < 0) kill(0, SIGKILL);  /* instead of the call, with the whole group */
    errno = (int)control->error;
    return 1;
}

static int fails(int handle) {
    if (!control || !control->armed) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return fails_at(path);
}

/* On a full disk, what is there can be opened and deleted. */
static int opening_fails(const char *path, int flags) {
    if (!control || !control->armed || !(flags & (O_WRONLY | O_RDWR))) return 0;
    if (control->error == ENOSPC && !access(path, F_OK)) return 0;
    return fails_at(path);
}

static int deleting_fails(const char *path) {
    return control && control->error != ENOSPC && fails_at(path);
}

static int below(int folder, const char *name, char *path) {
    if (name[0] == '/' || folder == AT_FDCWD) return snprintf(path, PATH_MAX, "%s", name) > 0;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) return 0;
    snprintf(path + length, PATH_MAX - length, "/%s", name);
    return 1;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define WRITING(result, name, arguments, given, handle) \
    result name arguments { return fails(handle) ? -1 : REAL(name) given; }
#define NAMING(name, arguments, given, path) \
    int name arguments { return fails_at(path) ? -1 : REAL(name) given; }
#define OPENING(name)                                                    \
    int name(const char *path, int flags, ...) {                         \
        va_list rest;                                                    \
        va_start(rest, flags);                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                    \
        return opening_fails(path, flags) ? -1 : REAL(name)(path, flags, mode); \
    }
#define OPENING_AT(name)                                                 \
    int name(int folder, const char *path, int flags, ...) {             \
        va_list rest;                                                    \
        va_start(rest, flags);                                           \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                                    \
        char whole[PATH_MAX + 1];                                        \
        if (below(folder, path, whole) && opening_fails(whole, flags)) return -1; \
        return REAL(name)(folder, path, flags, mode);                    \
    }

OPENING(open)
OPENING(open64)
OPENING_AT(openat)
OPENING_AT(openat64)
WRITING(ssize_t, write, (int h, const void *b, size_t n), (h, b, n), h)
WRITING(ssize_t, pwrite, (int h, const void *b, size_t n, off_t o), (h, b, n, o), h)
WRITING(ssize_t, pwrite64, (int h, const void *b, size_t n, off64_t o), (h, b, n, o), h)
WRITING(ssize_t, writev, (int h, const struct iovec *v, int n), (h, v, n), h)
WRITING(int, fsync, (int h), (h), h)
WRITING(int, fdatasync, (int h), (h), h)
WRITING(int, ftruncate, (int h, off_t n), (h, n), h)
WRITING(int, ftruncate64, (int h, off64_t n), (h, n), h)
WRITING(ssize_t, sendfile, (int to, int from, off_t *o, size_t n), (to, from, o, n), to)
WRITING(ssize_t, sendfile64, (int to, int from, off64_t *o, size_t n), (to, from, o, n), to)
WRITING(ssize_t, copy_file_range,
        (int from, off64_t *a, int to, off64_t *b, size_t n, unsigned f), (from, a, to, b, n, f), to)
NAMING(mkdir, (const char *path, mode_t mode), (path, mode), path)
NAMING(rename, (const char *old, const char *new), (old, new), new)
NAMING(link, (const char *old, const char *new), (old, new), new)

int unlink(const char *path) { return deleting_fails(path) ? -1 : REAL(unlink)(path); }
int rmdir(const char *path) { return deleting_fails(path) ? -1 : REAL(rmdir)(path); }

int unlinkat(int folder, const char *path, int flags) {
    char whole[PATH_MAX + 1];
    if (below(folder, path, whole) && deleting_fails(whole)) return -1;
    return REAL(unlinkat)(folder, path, flags);
}

size_t fwrite(const void *data, size_t size, size_t count, FILE *file) {
    return fails(fileno(file)) ? 0 : REAL(fwrite)(data, size, count, file);
}
